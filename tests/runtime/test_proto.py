"""The wire format, against bytes that the protobuf library writes, and against bytes that nobody should."""

import numpy as np
import pytest

from runtime.core import dtypes
from runtime.proto.graph import AttrValue, ListValueOfAttr, NodeDef, TensorProto
from runtime.proto.saved import BundleEntry, StructuredValue
from runtime.proto.text import parse
from runtime.proto.values import array_of, dims_of, shape_proto, tensor_proto
from runtime.proto.wire import DecodeError


@pytest.mark.parametrize("message, data", [
    (NodeDef(name="n", op="Add", input=["a", "b"]), b"\n\x01n\x12\x03Add\x1a\x01a\x1a\x01b"),
    (NodeDef(attr={"T": AttrValue(type=1)}), b"*\x07\n\x01T\x12\x020\x01"),
    (AttrValue(i=-1), b"\x18" + b"\xff" * 9 + b"\x01"),
    (AttrValue(i=0), b"\x18\x00"),  # a member of a oneof is written though it is the default
    (AttrValue(f=0.5), b"%\x00\x00\x00?"),
    (AttrValue(list=ListValueOfAttr(i=[1, 300])), b"\n\x05\x1a\x03\x01\xac\x02"),
    (StructuredValue(int64_value=-3), b"`\x05"),
    (BundleEntry(dtype=1, crc32c=1), b"\x08\x015\x01\x00\x00\x00"),
    (NodeDef(), b"")])
def test_messages_and_their_bytes(message, data):
    assert message.encode() == data
    assert type(message).decode(data) == message


def test_repeated_numbers_are_read_packed_or_one_by_one():
    assert ListValueOfAttr.decode(b"\x18\x01\x18\xac\x02").i == [1, 300]
    assert ListValueOfAttr.decode(b"\x22\x08\x00\x00\x00?\x00\x00\x80?").f == [0.5, 1.0]


def test_unknown_fields_are_skipped():
    assert NodeDef.decode(b"\xf8\x07\x01\n\x01n\xfa\x07\x02xx").name == "n"


@pytest.mark.parametrize("data, text", [
    (b"\n\x05n", "said to have 5 bytes, but 1 are left"), (b"\n", "ends in the middle of a number"),
    (b"\x0b", "wire type 3"), (b"\xff" * 11, "longer than 64 bits"), (b"\n\x01\xff", "no UTF-8 text"),
    (b"\x08\x01", "of another type"), (b"*\x02\x08\x01", "of another type"), (b"*\x03\n\x05n", "cut off")])
def test_bad_bytes(data, text):
    with pytest.raises(DecodeError, match=text):
        NodeDef.decode(data)


@pytest.mark.parametrize("text, message", [
    ('name: "n" op: \'Add\' input: ["a", "b"] input: "c" "d"', NodeDef(name="n", op="Add", input=["a", "b", "cd"])),
    ("# a node\nattr { key: 'T' # its type\n value { type: DT_FLOAT } }\n", NodeDef(attr={"T": AttrValue(type=1)})),
    ("attr < key: 'T'; value: < list { i: [1, -0x10, 017] f: 1.5e3f f: -inf } > >, unknown: { a { b: 1 } c: [1, 2] } name: 'n'",
     NodeDef(name="n", attr={"T": AttrValue(list=ListValueOfAttr(i=[1, -16, 17], f=[1500.0, float("-inf")]))})),
    (r'attr { key: "k" value { s: "\303\244\n\x41\"" } }', NodeDef(attr={"k": AttrValue(s="ä\nA\"".encode())})),
    ("attr { key: 'b' value { b: true } } [some.extension] { x: 1 } attr { key: 'c' }",
     NodeDef(attr={"b": AttrValue(b=True), "c": AttrValue()})),
    ("", NodeDef())])
def test_text_form(text, message):
    assert parse(NodeDef, text) == message
    assert parse(NodeDef, message.text()) == message


@pytest.mark.parametrize("text, error", [
    ("name 'n'", "line 1: a colon or a message is expected"), ("\nname: 3", "line 2: '3' is no value of the field name"),
    ("attr { key: 'T'", "the name of a field is expected, not ''"), ("name: {}", "the field name is no message"),
    ("name: 'a", "there is no token"), ("attr { value { type: DT_NONE } }", "'DT_NONE' is no value of the field type"),
    ("attr { value { list { i: [1, } } }", "a value is expected, not '}'"), ("a { " * 200, "nested more than 100 deep"),
    ("[a", "a bracket is not closed"), ("name: 'n' }", "the name of a field is expected, not '}'"),
    ("attr { value { i: 1.5 } }", "'1.5' is no value of the field i"), (r'name: "\377"', "is no value of the field name")])
def test_bad_text(text, error):
    with pytest.raises(DecodeError, match=error):
        parse(NodeDef, text)


def test_unknown_fields_cannot_be_set():
    with pytest.raises(TypeError, match="NodeDef has no field nam"):
        NodeDef(nam="x")
    with pytest.raises(AttributeError, match="NodeDef has no field nam"):
        NodeDef().nam


# -- tensors -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("dtype", [d for d in dtypes.ALL if d.numpy_dtype is not None], ids=lambda d: d.name)
@pytest.mark.parametrize("dims", [(), (3,), (2, 0), (2, 3)], ids=str)
def test_tensors_come_back(dtype, dims):
    value = np.full(dims, b"text", object) if dtype is dtypes.string else np.ones(dims).astype(dtype.numpy_dtype)
    found, kind = array_of(TensorProto.decode(tensor_proto(value, dtype).encode()))
    assert kind is dtype and found.shape == dims and found.dtype == value.dtype and (found == value).all()


@pytest.mark.parametrize("fields, expected", [
    ({"dtype": 1, "float_val": [1.5]}, [1.5, 1.5, 1.5]), ({"dtype": 1}, [0, 0, 0]), ({"dtype": 3, "int_val": [1, 2]}, [1, 2, 2]),
    ({"dtype": 19, "half_val": [15360]}, [1, 1, 1]), ({"dtype": 8, "scomplex_val": [1, 2]}, [1 + 2j] * 3),
    ({"dtype": 10, "bool_val": [True]}, [True] * 3), ({"dtype": 7, "string_val": [b"a"]}, [b"a"] * 3),
    ({"dtype": 6, "int_val": [-1]}, [-1] * 3), ({"dtype": 23, "uint64_val": [1 << 63]}, [1 << 63] * 3)])
def test_values_that_are_written_once(fields, expected):
    found, _ = array_of(TensorProto(tensor_shape=shape_proto((3,)), **fields))
    assert found.tolist() == expected


@pytest.mark.parametrize("proto, text", [
    (TensorProto(dtype=1, tensor_shape=shape_proto((2,)), tensor_content=b"abc"), "has 3 bytes"),
    (TensorProto(dtype=1, tensor_shape=shape_proto((1,)), float_val=[1.0, 2.0]), "has 2 values"),
    (TensorProto(dtype=1, tensor_shape=shape_proto((None,))), "unknown shape"),
    (TensorProto(dtype=1, tensor_shape=shape_proto((1 << 40,))), "too large"),
    (TensorProto(dtype=99, tensor_shape=shape_proto(())), "unknown element type 99"),
    (TensorProto(dtype=20, tensor_shape=shape_proto(())), "no values of type resource")])
def test_bad_tensors(proto, text):
    with pytest.raises(DecodeError, match=text):
        array_of(proto)


@pytest.mark.parametrize("dims", [None, (), (None, 3)])
def test_shapes(dims):
    assert dims_of(shape_proto(dims)) == dims

"""SavedModels that are damaged, cut off, or made to do harm: each raises an error that names the file."""

import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

import runtime as tf
from runtime.proto.graph import AttrValue, NodeDef
from runtime.proto.saved import SavedModel
from runtime.saved_model.load import read_saved_model
from tests.runtime import saved_functions
from tests.runtime.test_saved_model import SAVED


def test_no_saved_model(tmp_path):
    with pytest.raises(OSError, match=r"SavedModel file does not exist at: .*nothing/\{saved_model.pbtxt\|saved_model.pb\}"):
        tf.saved_model.load(tmp_path / "nothing")
    assert not tf.saved_model.contains_saved_model(tmp_path) and tf.saved_model.contains_saved_model(SAVED)


@pytest.fixture
def copy(tmp_path):
    """(folder, the message in it, a function that writes the message back)."""
    folder = tmp_path / "copy"
    shutil.copytree(SAVED, folder)
    model = SavedModel.decode((folder / "saved_model.pb").read_bytes())
    return folder, model.meta_graphs[0], lambda: (folder / "saved_model.pb").write_bytes(model.encode())


@pytest.mark.parametrize("step", range(7))
def test_a_file_cut_off_is_told_by_name(copy, step):
    folder, _, _ = copy
    whole = (folder / "saved_model.pb").read_bytes()
    for length in range(step, len(whole), 997):
        (folder / "saved_model.pb").write_bytes(whole[:length])
        with pytest.raises((tf.errors.DataLossError, ValueError), match="saved_model.pb"):
            tf.saved_model.load(folder)


def test_altered_models_load_or_raise_what_load_promises():
    """In a process of its own, whose memory and time are bounded."""
    ended = subprocess.run([sys.executable, "-m", "tests.runtime.fuzz_saved_model", "120"], capture_output=True, text=True, timeout=300)
    assert ended.returncode == 0 and "120 altered models" in ended.stdout, ended.stdout + ended.stderr


def test_values_that_are_missing_or_do_not_fit(copy):
    folder, graph, write = copy
    next(node for node in graph.object_graph_def.nodes if node.variable is not None).variable.shape.dim[0].size = 7
    write()
    with pytest.raises(tf.errors.DataLossError, match="saved_model.pb: Received incompatible tensor with shape"):
        tf.saved_model.load(folder)
    shutil.rmtree(folder / "variables")
    with pytest.raises(tf.errors.NotFoundError, match="Failed to find any matching files for .*variables"):
        tf.saved_model.load(folder)


def _call_function(graph):
    return next(f for f in graph.graph_def.library.function if f.signature.name.startswith("__inference___call__"))


@pytest.mark.parametrize("op, text", [
    ("EagerPyFunc", "calls Python code, which is not in the file"), ("PyFunc", "calls Python code, which is not in the file"),
    ("WriteFile", "reads or writes files, which loaded functions may not"), ("SaveV2", "reads or writes files"),
    ("NoSuchOp", "the runtime has no operation NoSuchOp")])
def test_functions_with_ops_that_are_not_run_refuse_when_called(copy, op, text):
    folder, graph, write = copy
    _call_function(graph).node_def.append(NodeDef(name="extra", op=op, attr={"token": AttrValue(s=b"pyfunc_0")}))
    write()
    loaded = tf.saved_model.load(folder)
    with pytest.raises(NotImplementedError, match=f"saved_model.pb: the function __inference___call__.* cannot be run: .*{text}"):
        loaded([[1.0, 1.0]])
    assert loaded.control(tf.constant([1.0, 2.0]))[0].numpy().tolist() == [24, 28]


def test_loaded_functions_do_not_write_files(copy):
    folder, graph, write = copy
    target = folder / "written"
    function = _call_function(graph)
    function.node_def.append(NodeDef(name="text", op="Const", attr={
        "dtype": AttrValue(type=7), "value": AttrValue(tensor=_string(b"harm"))}))
    function.node_def.append(NodeDef(name="print", op="PrintV2", input=["text:output:0"],
                                     attr={"output_stream": AttrValue(s=f"file://{target}".encode())}))
    write()
    with pytest.raises(tf.errors.DataLossError, match="the node print writes to file://"):
        tf.saved_model.load(folder)
    assert not target.exists()


def _string(value):
    from runtime.core import dtypes
    from runtime.proto.values import tensor_proto
    return tensor_proto(np.array(value, object), dtypes.string)


def _callers(graph, *ops):
    """The nodes of some ops in all functions of a file."""
    return [node for function in graph.graph_def.library.function for node in function.node_def if node.op in ops]


@pytest.mark.parametrize("op, name", [("StatelessIf", "then_branch"), ("StatelessWhile", "body"), ("StatelessWhile", "cond"),
                                      ("StatefulPartitionedCall", "f")])
@pytest.mark.parametrize("alter", ["dropped", "emptied", "a number", "of other arguments", "of other results"])
def test_a_node_that_calls_what_does_not_fit_is_refused(copy, op, name, alter):
    folder, graph, write = copy
    node = _callers(graph, op, op.replace("Stateless", ""))[0]
    library = {function.signature.name: function for function in graph.graph_def.library.function}
    called = library[node.attr[name].func.name]
    if alter == "dropped":
        del node.attr[name]
    elif alter == "emptied":
        node.attr[name] = AttrValue()
    elif alter == "a number":
        node.attr[name] = AttrValue(i=3)
    elif alter == "of other arguments":
        called.signature.input_arg.append(type(called.signature.input_arg[0])(name="more", type=1))
    else:
        del called.signature.output_arg[0]
    write()
    with pytest.raises(tf.errors.DataLossError, match="Unable to read .*saved_model.pb: the function "):
        tf.saved_model.load(folder)


def test_functions_that_call_themselves_or_explode_are_refused(copy):
    from runtime.proto.graph import FunctionDef, NameAttrList, OpDefProto
    folder, graph, write = copy
    function = _call_function(graph)

    def call(target, name):
        return NodeDef(name=name, op="StatefulPartitionedCall", attr={
            "f": AttrValue(func=NameAttrList(name=target)), "Tin": AttrValue(list=_empty()), "Tout": AttrValue(list=_empty())})

    function.node_def.append(call(function.signature.name, "self"))
    write()
    with pytest.raises(tf.errors.DataLossError, match="calls itself"):
        tf.saved_model.load(folder)
    function.node_def[-1] = call("bomb40", "bomb")
    library = graph.graph_def.library.function
    library.append(FunctionDef(signature=OpDefProto(name="bomb0"), node_def=[NodeDef(name="no", op="NoOp")]))
    for index in range(1, 41):
        library.append(FunctionDef(signature=OpDefProto(name=f"bomb{index}"), node_def=[
            call(f"bomb{index - 1}", "one"), call(f"bomb{index - 1}", "two")]))
    write()
    with pytest.raises(tf.errors.DataLossError, match="is larger than 5000000 nodes"):
        tf.saved_model.load(folder)


def _empty():
    from runtime.proto.graph import ListValueOfAttr
    return ListValueOfAttr()


def test_constants_larger_than_their_contents_are_refused(copy):
    folder, graph, write = copy
    constant = next(node for node in graph.graph_def.node if node.op == "Const")
    constant.attr["value"].tensor.tensor_shape.dim[0].size = 1 << 50
    write()
    with pytest.raises(tf.errors.DataLossError, match="a constant of shape .* is too large"):
        tf.saved_model.load(folder)


def test_messages_nested_too_deep_are_refused(tmp_path):
    from runtime.proto.saved import ListValue, MetaGraphDef, SavedConcreteFunction, SavedObject, SavedObjectGraph, StructuredValue
    value = StructuredValue(list_value=ListValue())
    for _ in range(60):
        value = StructuredValue(list_value=ListValue(values=[value]))
    graph = MetaGraphDef(object_graph_def=SavedObjectGraph(
        nodes=[SavedObject()], concrete_functions={"f": SavedConcreteFunction(output_signature=value)}))
    (tmp_path / "saved_model.pb").write_bytes(SavedModel(meta_graphs=[graph]).encode())
    with pytest.raises(tf.errors.DataLossError, match="messages are nested more than 100 deep"):
        tf.saved_model.load(tmp_path)


def test_assets_outside_of_the_folder_are_refused(tmp_path):
    (tmp_path / "a.txt").write_text("a")
    module = tf.Module()
    module.a = tf.saved_model.Asset(tmp_path / "a.txt")
    tf.saved_model.save(module, tmp_path / "m")
    model = SavedModel.decode((tmp_path / "m" / "saved_model.pb").read_bytes())
    model.meta_graphs[0].asset_file_def[0].filename = "../../a.txt"
    (tmp_path / "m" / "saved_model.pb").write_bytes(model.encode())
    with pytest.raises(tf.errors.DataLossError, match="the asset '../../a.txt' is outside of the folder"):
        tf.saved_model.load(tmp_path / "m")


@pytest.mark.parametrize("name", ["__class__", "__init__", "__getattribute__"])
def test_attributes_that_would_change_the_object_itself_are_refused(copy, name):
    folder, graph, write = copy
    graph.object_graph_def.nodes[0].children[0].local_name = name
    write()
    with pytest.raises(tf.errors.DataLossError, match=f"an attribute cannot be called {name}"):
        tf.saved_model.load(folder)


def test_models_in_text_form(copy):
    folder, _, _ = copy
    model = read_saved_model(folder)
    (folder / "saved_model.pbtxt").write_text("# a comment\n" + model.text())
    (folder / "saved_model.pb").unlink()
    assert tf.saved_model.contains_saved_model(folder) and read_saved_model(folder) == model
    loaded = tf.saved_model.load(folder)
    assert loaded(tf.ones([1, 2]))["y"].numpy().tolist() == [[4, 6]]
    (folder / "saved_model.pbtxt").write_text(model.text().replace("dtype: 1\n", "dtype: DT_FLOATS\n", 1))
    with pytest.raises(tf.errors.DataLossError, match=r"saved_model.pbtxt: line \d+: 'DT_FLOATS' is no value of the field"):
        tf.saved_model.load(folder)


def test_a_list_that_is_too_long_is_refused(copy):
    folder, graph, write = copy
    for node in graph.object_graph_def.nodes:
        for child in node.children:
            child.local_name = "99999999" if child.local_name == "0" else child.local_name
    write()
    with pytest.raises(tf.errors.DataLossError, match="a list cannot have an item 99999999"):
        tf.saved_model.load(folder)


def test_datasets_are_refused(tmp_path, copy):
    module = tf.Module()
    module.total = tf.function(lambda n: tf.data.Dataset.range(n).reduce(tf.constant(0, tf.int64), lambda a, b: a + b),
                               input_signature=[tf.TensorSpec([], tf.int64)])
    assert module.total(tf.constant(4, tf.int64)).numpy() == 6
    with pytest.raises(ValueError, match="SavedModels hold no datasets"):
        tf.saved_model.save(module, tmp_path / "m")
    folder, graph, write = copy
    _call_function(graph).node_def.append(NodeDef(name="extra", op="RangeDataset"))
    write()
    with pytest.raises(NotImplementedError, match="belongs to a dataset"):
        tf.saved_model.load(folder)([[1.0, 1.0]])


def test_a_loaded_table_reads_no_file_but_its_assets(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("x\ny\nz\n")
    module = saved_functions.make_tables(tf, secret)
    tf.saved_model.save(module, tmp_path / "m")
    path = tmp_path / "m" / "saved_model.pb"
    os.symlink(secret, tmp_path / "m" / "assets" / "linked")
    for name in (b"../../", b"linked"):
        path.write_bytes(path.read_bytes().replace(b"\x12\x06secret", b"\x12\x06" + name))
        with pytest.raises(tf.errors.DataLossError, match="is outside of the folder"):
            tf.saved_model.load(tmp_path / "m")
        path.write_bytes(path.read_bytes().replace(b"\x12\x06" + name, b"\x12\x06secret"))
    module = saved_functions.make_tables(tf, secret)
    module.lines._initializer._filename.asset_path = tf.constant(str(secret))
    tf.saved_model.save(module, tmp_path / "n")
    with pytest.raises(tf.errors.PermissionDeniedError, match="reads the assets of its SavedModel alone"):
        tf.saved_model.load(tmp_path / "n")

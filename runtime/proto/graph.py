"""The messages of graphs: tensors, attributes, nodes, functions (tensorflow/core/framework/*.proto)."""

from runtime.proto.wire import message

Dim = message("Dim", """
    int64 size = 1
    string name = 2
""")
TensorShapeProto = message("TensorShapeProto", """
    repeated Dim dim = 2
    bool unknown_rank = 3
""")
TensorProto = message("TensorProto", """
    enum dtype = 1
    TensorShapeProto tensor_shape = 2
    bytes tensor_content = 4
    repeated float float_val = 5
    repeated double double_val = 6
    repeated int32 int_val = 7
    repeated bytes string_val = 8
    repeated float scomplex_val = 9
    repeated int64 int64_val = 10
    repeated bool bool_val = 11
    repeated double dcomplex_val = 12
    repeated int32 half_val = 13
    repeated uint32 uint32_val = 16
    repeated uint64 uint64_val = 17
""")
ListValueOfAttr = message("ListValueOfAttr", """
    repeated bytes s = 2
    repeated int64 i = 3
    repeated float f = 4
    repeated bool b = 5
    repeated enum type = 6
    repeated TensorShapeProto shape = 7
    repeated TensorProto tensor = 8
    repeated NameAttrList func = 9
""")
NameAttrList = message("NameAttrList", """
    string name = 1
    map<string, AttrValue> attr = 2
""")
AttrValue = message("AttrValue", """
    optional ListValueOfAttr list = 1
    optional bytes s = 2
    optional int64 i = 3
    optional float f = 4
    optional bool b = 5
    optional enum type = 6
    optional TensorShapeProto shape = 7
    optional TensorProto tensor = 8
    optional string placeholder = 9
    optional NameAttrList func = 10
""")
DtypeAndShape = message("DtypeAndShape", """
    enum dtype = 1
    TensorShapeProto shape = 2
""")
ArgDef = message("ArgDef", """
    string name = 1
    string description = 2
    enum type = 3
    string type_attr = 4
    string number_attr = 5
    string type_list_attr = 6
    repeated DtypeAndShape handle_data = 7
    bool is_ref = 16
""")
OpDefProto = message("OpDefProto", """
    string name = 1
    repeated ArgDef input_arg = 2
    repeated ArgDef output_arg = 3
    bool is_stateful = 17
    repeated string control_output = 20
""")
OpList = message("OpList", """
    repeated OpDefProto op = 1
""")
NodeDef = message("NodeDef", """
    string name = 1
    string op = 2
    repeated string input = 3
    string device = 4
    map<string, AttrValue> attr = 5
""")
ArgAttrs = message("ArgAttrs", """
    map<string, AttrValue> attr = 1
""")
FunctionDef = message("FunctionDef", """
    OpDefProto signature = 1
    repeated NodeDef node_def = 3
    map<string, string> ret = 4
    map<string, AttrValue> attr = 5
    map<string, string> control_ret = 6
    map<uint32, ArgAttrs> arg_attr = 7
    map<uint32, uint32> resource_arg_unique_id = 8
""")
RegisteredGradient = message("RegisteredGradient", """
    string gradient_func = 1
    string registered_op_type = 2
""")
FunctionDefLibrary = message("FunctionDefLibrary", """
    repeated FunctionDef function = 1
    repeated RegisteredGradient registered_gradients = 3
""")
VersionDef = message("VersionDef", """
    int32 producer = 1
    int32 min_consumer = 2
    repeated int32 bad_consumers = 3
""")
GraphDef = message("GraphDef", """
    repeated NodeDef node = 1
    FunctionDefLibrary library = 2
    VersionDef versions = 4
""")

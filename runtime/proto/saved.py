"""The messages of SavedModels and checkpoints (tensorflow/core/protobuf/*.proto)."""

from runtime.proto import graph  # noqa: F401 - the messages that these hold
from runtime.proto.wire import message

# -- structures of Python values -----------------------------------------------------------------------------------
NoneValue = message("NoneValue", "")
TensorSpecProto = message("TensorSpecProto", """
    string name = 1
    TensorShapeProto shape = 2
    enum dtype = 3
""")
BoundedTensorSpecProto = message("BoundedTensorSpecProto", """
    string name = 1
    TensorShapeProto shape = 2
    enum dtype = 3
    TensorProto minimum = 4
    TensorProto maximum = 5
""")
TypeSpecProto = message("TypeSpecProto", """
    enum type_spec_class = 1
    StructuredValue type_state = 2
    string type_spec_class_name = 3
    int32 num_flat_components = 4
""")
ListValue = message("ListValue", """
    repeated StructuredValue values = 1
""")
TupleValue = message("TupleValue", """
    repeated StructuredValue values = 1
""")
DictValue = message("DictValue", """
    map<string, StructuredValue> fields = 1
""")
PairValue = message("PairValue", """
    string key = 1
    StructuredValue value = 2
""")
NamedTupleValue = message("NamedTupleValue", """
    string name = 1
    repeated PairValue values = 2
""")
StructuredValue = message("StructuredValue", """
    optional NoneValue none_value = 1
    optional double float64_value = 11
    optional sint64 int64_value = 12
    optional string string_value = 13
    optional bool bool_value = 14
    optional TensorShapeProto tensor_shape_value = 31
    optional enum tensor_dtype_value = 32
    optional TensorSpecProto tensor_spec_value = 33
    optional TypeSpecProto type_spec_value = 34
    optional BoundedTensorSpecProto bounded_tensor_spec_value = 35
    optional ListValue list_value = 51
    optional TupleValue tuple_value = 52
    optional DictValue dict_value = 53
    optional NamedTupleValue named_tuple_value = 54
    optional TensorProto tensor_value = 55
    optional TensorProto numpy_value = 56
""")

# -- object graphs ---------------------------------------------------------------------------------------------------
ObjectReference = message("ObjectReference", """
    int32 node_id = 1
    string local_name = 2
""")
SlotVariableReference = message("SlotVariableReference", """
    int32 original_variable_node_id = 1
    string slot_name = 2
    int32 slot_variable_node_id = 3
""")
SerializedTensor = message("SerializedTensor", """
    string name = 1
    string full_name = 2
    string checkpoint_key = 3
""")
BoolValue = message("BoolValue", """
    bool value = 1
""")
RegisteredSaver = message("RegisteredSaver", """
    string name = 1
    string object_name = 2
""")
TrackableObject = message("TrackableObject", """
    repeated ObjectReference children = 1
    repeated SerializedTensor attributes = 2
    repeated SlotVariableReference slot_variables = 3
    RegisteredSaver registered_saver = 4
    BoolValue has_checkpoint_values = 5
""")
TrackableObjectGraph = message("TrackableObjectGraph", """
    repeated TrackableObject nodes = 1
""")
SavedUserObject = message("SavedUserObject", """
    string identifier = 1
    VersionDef version = 2
    string metadata = 3
""")
SavedAsset = message("SavedAsset", """
    int32 asset_file_def_index = 1
""")
FunctionSpec = message("FunctionSpec", """
    StructuredValue fullargspec = 1
    bool is_method = 2
    StructuredValue input_signature = 5
    enum jit_compile = 6
""")
SavedFunction = message("SavedFunction", """
    repeated string concrete_functions = 1
    FunctionSpec function_spec = 2
""")
SavedVariable = message("SavedVariable", """
    enum dtype = 1
    TensorShapeProto shape = 2
    bool trainable = 3
    enum synchronization = 4
    enum aggregation = 5
    string name = 6
    string device = 7
""")
SavedBareConcreteFunction = message("SavedBareConcreteFunction", """
    string concrete_function_name = 1
    repeated string argument_keywords = 2
    int64 allowed_positional_arguments = 3
    FunctionSpec function_spec = 4
""")
SavedConstant = message("SavedConstant", """
    string operation = 1
""")
SavedResource = message("SavedResource", """
    string device = 1
""")
CapturedTensor = message("CapturedTensor", """
    string name = 1
    string concrete_function = 2
""")
SavedObject = message("SavedObject", """
    repeated ObjectReference children = 1
    repeated SlotVariableReference slot_variables = 3
    SavedUserObject user_object = 4
    SavedAsset asset = 5
    SavedFunction function = 6
    SavedVariable variable = 7
    SavedBareConcreteFunction bare_concrete_function = 8
    SavedConstant constant = 9
    SavedResource resource = 10
    CapturedTensor captured_tensor = 12
    string registered_name = 13
    repeated ObjectReference dependencies = 15
""")
SavedConcreteFunction = message("SavedConcreteFunction", """
    repeated int32 bound_inputs = 2
    StructuredValue canonicalized_input_signature = 3
    StructuredValue output_signature = 4
""")
SavedObjectGraph = message("SavedObjectGraph", """
    repeated SavedObject nodes = 1
    map<string, SavedConcreteFunction> concrete_functions = 2
""")

# -- meta graphs -----------------------------------------------------------------------------------------------------
TensorInfo = message("TensorInfo", """
    optional string name = 1
    enum dtype = 2
    TensorShapeProto tensor_shape = 3
""")
SignatureDef = message("SignatureDef", """
    map<string, TensorInfo> inputs = 1
    map<string, TensorInfo> outputs = 2
    string method_name = 3
    map<string, TensorProto> defaults = 4
""")
AssetFileDef = message("AssetFileDef", """
    TensorInfo tensor_info = 1
    string filename = 2
""")
SaverDef = message("SaverDef", """
    string filename_tensor_name = 1
    string save_tensor_name = 2
    string restore_op_name = 3
    int32 max_to_keep = 4
    bool sharded = 5
    float keep_checkpoint_every_n_hours = 6
    enum version = 7
""")
NodeList = message("NodeList", """
    repeated string value = 1
""")
CollectionBytes = message("CollectionBytes", "repeated bytes value = 1")
CollectionNumbers = message("CollectionNumbers", "repeated int64 value = 1")
CollectionFloats = message("CollectionFloats", "repeated float value = 1")
CollectionDef = message("CollectionDef", """
    NodeList node_list = 1
    CollectionBytes bytes_list = 2
    CollectionNumbers int64_list = 3
    CollectionFloats float_list = 4
""")
VariableDef = message("VariableDef", """
    string variable_name = 1
    string initializer_name = 2
    string snapshot_name = 3
    bool is_resource = 5
    string initial_value_name = 6
    bool trainable = 7
    enum synchronization = 8
    enum aggregation = 9
""")
MetaInfoDef = message("MetaInfoDef", """
    string meta_graph_version = 1
    OpList stripped_op_list = 2
    repeated string tags = 4
    string tensorflow_version = 5
    string tensorflow_git_version = 6
    bool stripped_default_attrs = 7
    map<string, string> function_aliases = 8
""")
MetaGraphDef = message("MetaGraphDef", """
    MetaInfoDef meta_info_def = 1
    GraphDef graph_def = 2
    SaverDef saver_def = 3
    map<string, CollectionDef> collection_def = 4
    map<string, SignatureDef> signature_def = 5
    repeated AssetFileDef asset_file_def = 6
    SavedObjectGraph object_graph_def = 7
""")
SavedModel = message("SavedModel", """
    int64 saved_model_schema_version = 1
    repeated MetaGraphDef meta_graphs = 2
""")
FingerprintDef = message("FingerprintDef", """
    uint64 saved_model_checksum = 1
    uint64 graph_def_program_hash = 2
    uint64 signature_def_hash = 3
    uint64 saved_object_graph_hash = 4
    uint64 checkpoint_hash = 5
    VersionDef version = 6
    string uuid = 7
""")

# -- tensor bundles --------------------------------------------------------------------------------------------------
BundleHeader = message("BundleHeader", """
    int32 num_shards = 1
    enum endianness = 2
    VersionDef version = 3
""")
BundleEntry = message("BundleEntry", """
    enum dtype = 1
    TensorShapeProto shape = 2
    int32 shard_id = 3
    int64 offset = 4
    int64 size = 5
    fixed32 crc32c = 6
    repeated TensorSliceProto slices = 7
""")
TensorSliceProto = message("TensorSliceProto", """
    repeated Extent extent = 1
""")
Extent = message("Extent", """
    int64 start = 1
    optional int64 length = 2
""")

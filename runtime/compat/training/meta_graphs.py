"""`tf.compat.v1.train.import_meta_graph` and `export_meta_graph`."""

from __future__ import annotations

import os

from runtime.compat.graphs import meta_graph
from runtime.compat.training.saver import Saver
from runtime.core.context import context
from runtime.core.logger import get_logger


def import_meta_graph(meta_graph_or_file, clear_devices=False, import_scope=None, **kwargs):
    """Add the graph of a file, or of a message, to the current one.

    Returns:
        A Saver of its Variables; None if it has none.

    Raises:
        RuntimeError: execution is eager.
        OSError: there is no such file, or it holds no graph.
        MissingOpError: the runtime lacks an op.
    """
    if context.graph is None:
        raise RuntimeError("Exporting/importing meta graphs is not supported when eager execution is enabled. No graph exists when eager "
                           "execution is enabled.")
    message = meta_graph_or_file
    if not isinstance(message, meta_graph.MetaGraphDef):
        message = meta_graph.read(os.fspath(meta_graph_or_file))
    variables = meta_graph.bring_in(message, import_scope)
    if not variables:
        get_logger().info("Saver not created because there are no variables in the graph to restore")
        return None
    return Saver(variables, name=import_scope and f"{import_scope}/save")


def export_meta_graph(filename=None, meta_info_def=None, graph_def=None, saver_def=None, collection_list=None, as_text=False, graph=None,
                      export_scope=None, clear_devices=False, clear_extraneous_savers=False, strip_default_attrs=False,
                      save_debug_info=False, **kwargs):
    """The message of a graph and its collections, which is also written to a file. Raises RuntimeError in eager execution."""
    if context.graph is None:
        raise RuntimeError("Exporting/importing meta graphs is not supported when eager execution is enabled. No graph exists when eager "
                           "execution is enabled.")
    return meta_graph.export(filename, saver_def, collection_list, as_text, graph)

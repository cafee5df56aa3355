"""Options of `save` and `load`. Most are kept for programs that name them: there are no devices or shards to choose here."""

from __future__ import annotations


class SaveOptions:
    """`tf.saved_model.SaveOptions`.

    Args:
        function_aliases: name → function, which loading can give back under these names.
        experimental_custom_gradients: whether gradients of `tf.custom_gradient` are saved.
        extra_tags: tags of the graph beside "serve".
    """

    def __init__(self, namespace_whitelist=None, save_debug_info=False, function_aliases=None,
                 experimental_debug_stripper=False, experimental_io_device=None, experimental_variable_policy=None,
                 experimental_custom_gradients=True, experimental_image_format=False, experimental_skip_saver=False,
                 experimental_sharding_callback=None, extra_tags=None):
        self.namespace_whitelist = list(namespace_whitelist or ())
        self.save_debug_info = save_debug_info
        self.function_aliases = dict(function_aliases or {})
        self.experimental_io_device = experimental_io_device
        self.experimental_variable_policy = experimental_variable_policy
        self.experimental_custom_gradients = experimental_custom_gradients
        self.extra_tags = extra_tags


class LoadOptions:
    """`tf.saved_model.LoadOptions`. `experimental_skip_checkpoint` leaves the Variables without values."""

    def __init__(self, allow_partial_checkpoint=False, experimental_io_device=None, experimental_skip_checkpoint=False,
                 experimental_variable_policy=None, experimental_load_function_aliases=False):
        self.allow_partial_checkpoint = allow_partial_checkpoint
        self.experimental_io_device = experimental_io_device
        self.experimental_skip_checkpoint = experimental_skip_checkpoint
        self.experimental_variable_policy = experimental_variable_policy
        self.experimental_load_function_aliases = experimental_load_function_aliases

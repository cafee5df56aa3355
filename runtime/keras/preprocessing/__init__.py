"""`keras.preprocessing`: what prepared data before there were layers for it."""

from runtime.core.absent import absent_from

__getattr__ = absent_from("tf.keras.preprocessing", {
    **{name: f"runtime.keras.preprocessing.{name}" for name in ("image", "sequence", "text")},
    **dict.fromkeys(("image_dataset_from_directory", "text_dataset_from_directory"), "runtime.keras.utils.directories"),
    "timeseries_dataset_from_array": "runtime.keras.utils.timeseries"})

"""Event files, as TensorBoard reads them: records with checksums, each an `Event` message (tensorflow/core/util/event.proto)."""

from __future__ import annotations

import itertools
import os
import socket
import threading
import time

from runtime.proto.records import framed
from runtime.proto.wire import message

PluginData = message("PluginData", """
    string plugin_name = 1
    bytes content = 2
""")
SummaryMetadata = message("SummaryMetadata", """
    PluginData plugin_data = 1
    string display_name = 2
    string summary_description = 3
    enum data_class = 4
""")
Image = message("Image", """
    int32 height = 1
    int32 width = 2
    int32 colorspace = 3
    bytes encoded_image_string = 4
""")
Histogram = message("Histogram", """
    double min = 1
    double max = 2
    double num = 3
    double sum = 4
    double sum_squares = 5
    repeated double bucket_limit = 6
    repeated double bucket = 7
""")
Audio = message("Audio", """
    float sample_rate = 1
    int64 num_channels = 2
    int64 length_frames = 3
    bytes encoded_audio_string = 4
    string content_type = 5
""")
SummaryValue = message("SummaryValue", """
    string tag = 1
    optional float simple_value = 2
    Image image = 4
    Histogram histo = 5
    Audio audio = 6
    TensorProto tensor = 8
    SummaryMetadata metadata = 9
""")
Summary = message("Summary", """
    repeated SummaryValue value = 1
""")
SourceMetadata = message("SourceMetadata", """
    string writer = 1
""")
Event = message("Event", """
    double wall_time = 1
    int64 step = 2
    string file_version = 3
    bytes graph_def = 4
    Summary summary = 5
    SourceMetadata source_metadata = 10
""")
_numbers = itertools.count()


class EventFile:
    """A new event file in `logdir`, which is made if it is missing. Events are on the disk once `add` returns.

    Raises:
        OSError: the folder or the file cannot be made.
    """

    def __init__(self, logdir, suffix):
        os.makedirs(logdir, exist_ok=True)
        name = f"events.out.tfevents.{int(time.time())}.{socket.gethostname()}.{os.getpid()}.{next(_numbers)}{suffix}"
        self._file = open(os.path.join(logdir, name), "ab", buffering=0)
        self._lock = threading.Lock()
        self.add(file_version="brain.Event:2", source_metadata=SourceMetadata(writer="runtime.summary"))

    def add(self, **fields):
        data = Event(wall_time=time.time(), **fields).encode()
        with self._lock:
            self._file.write(framed(data))

    def close(self):
        self._file.close()

"""GIF files: bytes to pixels, all frames on one canvas."""

from __future__ import annotations

import struct

import numpy as np

_PASSES = ((0, 8), (4, 8), (2, 4), (1, 2))  # first row and step of interlaced frames


class GifError(ValueError):
    """The bytes are no GIF file that can be decoded."""


class _Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        part = self.data[self.at:self.at + count]
        if len(part) < count:
            raise GifError("the end is missing")
        self.at += count
        return part

    def blocks(self):
        """The bytes of the blocks up to the empty one."""
        parts = []
        while size := self.take(1)[0]:
            parts.append(self.take(size))
        return b"".join(parts)

    def colours(self, flags):
        if not flags & 0x80:
            return None
        count = 2 << (flags & 7)
        return np.frombuffer(self.take(3 * count), np.uint8).reshape(count, 3)


def _unpacked(packed, bits, count):
    """`count` colour numbers of LZW data. Raises GifError for codes that stand for nothing."""
    clear, size = 1 << bits, bits + 1
    table = [bytes([code]) for code in range(clear)] + [b"", b""]
    result, total, before, held, width = [], 0, None, 0, 0
    for byte in packed:
        held |= byte << width
        width += 8
        while width >= size:
            code = held & ((1 << size) - 1)
            held >>= size
            width -= size
            if code == clear:
                del table[clear + 2:]
                size, before = bits + 1, None
                continue
            if code == clear + 1:
                return b"".join(result)
            if code < len(table):
                entry = table[code]
            elif code == len(table) and before is not None:
                entry = before + before[:1]
            else:
                raise GifError("a code stands for nothing")
            result.append(entry)
            total += len(entry)
            if total >= count:
                return b"".join(result)
            if before is not None and len(table) < 4096:
                table.append(before + entry[:1])
                if len(table) == 1 << size and size < 12:
                    size += 1
            before = entry
    return b"".join(result)


def _frame(reader, width, height, colours, canvas, transparent):
    """The next frame as [height, width, 3]; around a part, and where it is transparent, what was there before."""
    left, top, across, down, flags = struct.unpack("<HHHHB", reader.take(9))
    own = reader.colours(flags)
    colours = own if own is not None else colours
    if colours is None:
        raise GifError("missing color map for frame")
    bits = reader.take(1)[0]
    if not 1 <= bits <= 11:
        raise GifError("the size of the codes is wrong")
    found = np.frombuffer(_unpacked(reader.blocks(), bits, across * down)[:across * down], np.uint8)
    if len(found) < across * down:
        raise GifError("there are pixels missing")
    numbers = found.reshape(down, across)
    if flags & 0x40:
        order = [row for first, step in _PASSES for row in range(first, down, step)]
        numbers = numbers[np.argsort(order)]
    result = np.zeros((height, width, 3), np.uint8) if canvas is None else canvas.copy()
    rows, columns = min(down, height - top), min(across, width - left)
    if rows > 0 and columns > 0:
        numbers = numbers[:rows, :columns]
        shown = np.zeros((max(len(colours), int(numbers.max()) + 1), 3), np.uint8)
        shown[:len(colours)] = colours
        np.copyto(result[top:top + rows, left:left + columns], shown[numbers], where=(numbers != transparent)[..., None])
    return result


def decode(data, first_only=False):
    """uint8 [frames, height, width, 3]. Raises GifError."""
    reader = _Reader(data)
    if reader.take(6)[:4] != b"GIF8":
        raise GifError("it does not begin as a GIF file does")
    try:
        width, height, flags, _, _ = struct.unpack("<HHBBB", reader.take(7))
    except GifError:
        raise GifError("failed to open gif file: No screen descriptor detected") from None
    if not width or not height or width * height > 1 << 28:
        raise GifError("the size is wrong")
    colours, frames, transparent = reader.colours(flags), [], -1
    while True:
        kind = reader.take(1)
        if kind == b";":
            break
        if kind == b"!":
            label, body = reader.take(1), reader.blocks()
            if label == b"\xf9" and len(body) == 4:
                transparent = body[3] if body[0] & 1 else -1
        elif kind == b",":
            frames.append(_frame(reader, width, height, colours, frames[-1] if frames else None, transparent))
            transparent = -1
            if first_only:
                break
        else:
            raise GifError("an unknown part")
    if not frames:
        raise GifError("gif file does not contain any image")
    return np.stack(frames)

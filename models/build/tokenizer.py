"""The two files of the tokenizer (unigram pieces, XLM-R vocabulary).

tokenizer.json.gz: the reference tokenizer in Hugging Face's format, without spaces between its tokens.

tokenizer.bin: the same pieces as a trie over UTF-16 units, and the characters that are replaced first. Read in place
by src/embed/tokenizer.ts. Little-endian, no gaps:

    u32  magic "E5T1", nodes N, pieces P, mapped characters M, replacement length R
    u32  firstChild[N + 1]   the children of node i are the nodes firstChild[i] … firstChild[i + 1] - 1
    i32  piece[N]            id of the piece that ends at the node, -1 for none
    f32  score[P]            log probability
    u32  mapped[M]           code points that are replaced, ascending
    u32  start[M + 1]        where each one's replacement begins …
    u32  replacement[R]      … here: code points; none = the character is dropped
    u16  label[N]            UTF-16 unit that leads to the node; ascending among siblings

Nodes are numbered breadth first from the root, 0.
"""

import gzip
import json
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from container import Container

MAGIC = int.from_bytes(b"E5T1", "little")


class Trie(NamedTuple):
    first_child: list[int]
    piece: list[int]
    label: list[int]


def require_same_pieces(reference: dict, model: Container) -> None:
    """The ids of the one source are rows of the other's table: a different order would shuffle the vocabulary."""
    if [piece for piece, _score in reference["model"]["vocab"]] != model.pieces:
        raise ValueError("weights and tokenizer have different pieces")


def json_gz_bytes(reference: dict) -> bytes:
    text = json.dumps(reference, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)


def flat_bytes(reference: dict, replacements: dict[int, tuple[int, ...]]) -> bytes:
    vocabulary = reference["model"]["vocab"]
    # User text never becomes a special token: `<s>` typed by a person is three characters.
    special = {token["id"] for token in reference["added_tokens"]}
    trie = _build_trie({piece: number for number, (piece, _score) in enumerate(vocabulary) if number not in special})
    mapped = sorted(replacements)
    lengths = [len(replacements[character]) for character in mapped]
    replacement = [code for character in mapped for code in replacements[character]]
    tables = [
        ("<u4", [MAGIC, len(trie.label), len(vocabulary), len(mapped), len(replacement)]),
        ("<u4", trie.first_child),
        ("<i4", trie.piece),
        ("<f4", [score for _piece, score in vocabulary]),
        ("<u4", mapped),
        ("<u4", list(accumulate(lengths, initial=0))),
        ("<u4", replacement),
        ("<u2", trie.label),
    ]
    return b"".join(np.array(values, kind).tobytes() for kind, values in tables)


def _build_trie(ids: dict[str, int]) -> Trie:
    end = -1  # key of the id in a node; its other keys are UTF-16 units
    root: dict = {}
    for piece, number in ids.items():
        node = root
        for unit in np.frombuffer(piece.encode("utf-16-le"), "<u2").tolist():
            node = node.setdefault(unit, {})
        node[end] = number

    nodes, trie = [root], Trie([], [], [0])
    for node in nodes:  # grows while it is read: breadth first
        trie.first_child.append(len(nodes))
        trie.piece.append(node.get(end, -1))
        for unit in sorted(node.keys() - {end}):
            nodes.append(node[unit])
            trie.label.append(unit)
    trie.first_child.append(len(nodes))
    return trie

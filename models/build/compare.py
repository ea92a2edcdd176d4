"""Built files against the shipped ones: size and SHA-256.

Expected values come from models/manifest.json. The reference tokenizer is not in it: its values are here, and belong to
the unpacked JSON, because the bytes of a gzip file depend on the program that packed it.
"""

import gzip
import hashlib
import json
from pathlib import Path
from typing import NamedTuple

MANIFEST = Path(__file__).parent.parent / "manifest.json"
TOKENIZER_JSON_BYTES = 9081384
TOKENIZER_JSON_SHA256 = "24845927c35eb41a075cf0a3fb8a7a0f81e7a8518c9e01dafdf7c90deac679c3"


class Line(NamedTuple):
    equal: bool
    text: str


def compare(folder: Path) -> list[Line]:
    """One line for each file that ways ships."""
    files = json.loads(MANIFEST.read_text("utf-8"))["files"]
    lines = [_line(f["name"], (folder / f["name"]).read_bytes(), f["bytes"], f["sha256"]) for f in files]
    unpacked = gzip.decompress((folder / "tokenizer.json.gz").read_bytes())
    return [*lines, _line("tokenizer.json.gz, unpacked", unpacked, TOKENIZER_JSON_BYTES, TOKENIZER_JSON_SHA256)]


def _line(name: str, data: bytes, size: int, sha256: str) -> Line:
    found = hashlib.sha256(data).hexdigest()
    equal = (len(data), found) == (size, sha256)
    wanted = "" if equal else f"  expected {size} bytes  {sha256}"
    return Line(equal, f"{'equal' if equal else 'DIFFERS':7}  {name:27}  {len(data):>8} bytes  {found}{wanted}")

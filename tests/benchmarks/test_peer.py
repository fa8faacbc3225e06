"""The C++ program that the kernels are compared to knows the same rules as they do."""

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader

HERE = Path(__file__).parent
PERFT = HERE.parent / "games" / "mentis" / "perft"
RULEBOOK = HERE.parents[1] / "data" / "rulebook.mgn"

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="there is no C++ compiler")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("peer") / "peer"
    source = HERE / "cpp" / "peer.cpp"
    subprocess.run(
        ["g++", "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-o", path, source], check=True
    )
    return path


def run(program: Path, *words: object) -> str:
    done = subprocess.run(
        [program, *map(str, words)], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout


@pytest.mark.parametrize("name", ["base", "wolf"])
def test_perft(program: Path, name: str) -> None:
    lines = (PERFT / f"{name}.perft").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line.startswith("#") or not line.strip():
            continue
        position, *fields = (part.strip() for part in line.split(";"))
        for field in fields[:-1]:
            depth, count = field.split()
            assert run(program, "perft", depth[1:], position).strip() == count, position


def test_keys_are_ours(program: Path) -> None:
    found = json.loads(run(program, "check", RULEBOOK))
    records = [reading.record for reading in Reader(GAMES).read_path(str(RULEBOOK))]
    plies = [ply for record in records if record is not None for ply in record.plies]
    assert found == {
        "games": len(records),
        "plies": len(plies),
        "refused": 0,
        "checksum": sum(ply.key for ply in plies) % 2**64,
    }


TAGS = '[Event "x"]\n[Result "{result}"]\n'
SOUND = [
    TAGS.format(result="*") + "\n1. TSNd2 TSNd6 *\n",
    TAGS.format(result="1-0") + '[Termination "resignation"]\n\n1-0\n',
    TAGS.format(result="*") + "\n1. TSNd2! $1 {c} (1. Nc2 Ne6) TSNd6 ; c\n*\n",
    TAGS.format(result="*") + '[Variant "Wolf"]\n\n1. Wb1 Wb7 2. b1-a2 *\n',
    TAGS.format(result="1/2-1/2")
    + '[Termination "repetition"]\n\n1. d1-c1 d7-c7 2. c1-d1 c7-d7 3. d1-c1 d7-c7'
    + " 4. c1-d1 c7-d7 1/2-1/2\n",
    TAGS.format(result="0-1") + '[Position "3k3/3S3/7/7/7/3n3/3K3 r -/- 9"]\n\n9... d2xd1 0-1\n',
]
REFUSED = [
    TAGS.format(result="*") + "\n1. TSNd2 TSNd3 *\n",
    TAGS.format(result="*") + "\n1. TSNd2 TSNd6 1-0\n",
    TAGS.format(result="*") + "\n1. TSNd2 (1. TSNd5) TSNd6 *\n",
    TAGS.format(result="*") + "\n1. Wb1 *\n",
    TAGS.format(result="*") + "\n1. d1-d2 *\n",
    TAGS.format(result="*") + '[Termination "repetition"]\n\n1. TSNd2 *\n',
    TAGS.format(result="*") + '[PlyCount "3"]\n\n1. TSNd2 TSNd6 *\n',
    TAGS.format(result="*") + "\n1. d1-c1 d7-c7 2. c1-d1 c7-d7 3. d1-c1 d7-c7 4. c1-d1 c7-d7 *\n",
    TAGS.format(result="*") + "\n1. TSNd2 {open\n",
]


def test_sound_and_refused_records(program: Path, tmp_path: Path) -> None:
    texts = [*SOUND, *REFUSED]
    random.Random(1).shuffle(texts)
    path = tmp_path / "mixed.mgn"
    path.write_text("\n".join(texts), encoding="ascii")
    validity = [reading.is_valid for reading in Reader(GAMES).read_path(str(path))]
    assert validity == [text in SOUND for text in texts]
    found = json.loads(run(program, "check", path))
    assert (found["games"], found["refused"]) == (len(SOUND), len(REFUSED))

"""MensaSpiel at the command line, where it differs from other games."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from mentis_records.cli.main import make_app, run

START = "- W3.6.0/B3.6.0 W 0"


def test_the_start_is_an_argument_though_it_begins_with_a_dash(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["mentis", "moves", "--rules", "mensaspiel", START])
    with pytest.raises(SystemExit) as ended:
        run()
    assert not ended.value.code
    assert " ".join(capsys.readouterr().out.split()) == "Sa3 Sa4 Sa5 Sb3 Sb5 Sc3 Sc4 Sc5"


def test_settings_are_those_of_the_record(tmp_path: Path) -> None:
    text = tmp_path / "a.mgn"
    text.write_text('[Game "MensaSpiel"]\n[Event "x"]\n\n1. Se4 Sb3 *\n')
    words = ["validate", str(text), "--setting", "firstplayer=b"]
    assert CliRunner().invoke(make_app(["validate"]), words).exit_code == 0
    assert CliRunner().invoke(make_app(["validate"]), words[:2]).exit_code == 1
    done = CliRunner().invoke(make_app(["moves"]), ["moves", "--setting", "Size=3"])
    assert (done.exit_code, "Mentis has Variant" in done.stderr) == (2, True)

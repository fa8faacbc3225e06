"""The file of certificates that commands write whose search proves wins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli.target import writing

if TYPE_CHECKING:
    from mentis_records.games.search.certificate import CertificateWriter

Certificates = Annotated[
    Path | None,
    typer.Option(
        "--certificates", help="Write the proofs to a file (also .gz), for mentis certify."
    ),
]


@contextmanager
def writing_certificates(path: Path | None) -> Iterator[CertificateWriter | None]:
    """Give what writes certificates into a file, if there is to be one."""
    from mentis_records.games.search.certificate import CertificateWriter

    if path is None:
        yield None
        return
    with writing(path) as write:
        yield CertificateWriter(write)

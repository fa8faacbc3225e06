"""What is made of one game: pictures of its boards, a film, a page; the options that ask for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from mentis_records.cli import output
from mentis_records.cli.target import check_target
from mentis_records.core.text import counted
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.report.board.board_caption import Caption
    from mentis_records.report.document.scene import Scene

PlyNumber = Annotated[
    int | None, typer.Option("--ply", min=0, help="Show the board after this ply; 0 is the start.")
]
SvgFile = Annotated[Path | None, typer.Option("--svg", help="Draw the board to a file.")]
PngFile = Annotated[Path | None, typer.Option("--png", help="Draw the board to a file.")]
GifFile = Annotated[Path | None, typer.Option("--gif", help="Draw the whole game to a file.")]
PageFile = Annotated[
    Path | None, typer.Option("--html", help="Write the game to a page that replays it.")
]
NoCaption = Annotated[
    bool, typer.Option("--no-caption", help="Leave players, move and result out of pictures.")
]


@dataclass(frozen=True, slots=True)
class SceneFiles:
    """The files that are asked for, and whether pictures have captions."""

    svg: Path | None
    png: Path | None
    gif: Path | None
    html: Path | None
    has_captions: bool

    def __bool__(self) -> bool:
        """Tell whether there are any."""
        return any((self.svg, self.png, self.gif, self.html))

    @property
    def _options(self) -> dict[str, Path | None]:
        return {"--svg": self.svg, "--png": self.png, "--gif": self.gif, "--html": self.html}

    @property
    def option(self) -> str:
        """Return the first option that asks for a file, or nothing."""
        return next((option for option, path in self._options.items() if path), "")

    def check(self, inputs: Sequence[str]) -> None:
        """End with a usage error if a file cannot be written, or is one of those that are read."""
        for option, path in self._options.items():
            check_target(path, option, inputs)

    def write(self, scene: Scene, ply: int | None) -> None:
        """Write all files, of the board after a ply or the last one, or end with a usage error."""
        at = scene.last if ply is None else ply
        self.check(())
        if self.svg is not None:
            from mentis_records.report.board.board_svg import render_svg

            picture, title = scene.picture(at), scene.headline(at)
            text = render_svg(picture, size=720, title=title, caption=self._caption(scene, at))
            _save(self.svg, f"{text}\n")
        if self.png is not None:
            from mentis_records.report.board.board_image import draw_png

            self._tell_missing(scene)
            picture = scene.picture(at)
            with _drawing(self.png) as file:
                draw_png(picture, file, caption=self._caption(scene, at))
        if self.gif is not None:
            self._write_film(scene, self.gif)
        if self.html is not None:
            from mentis_records.report.document.game_page import render_game

            text = render_game(scene.game, scene.original, ply=ply, view=scene.view)
            _save(self.html, text)

    def _write_film(self, scene: Scene, gif: Path) -> None:
        from mentis_records.cli.progress import track
        from mentis_records.report.board.board_image import draw_gif

        if self.png is None:
            self._tell_missing(scene)
        plies = range(scene.last + 1)
        pictures = [scene.picture(at) for at in track(plies, "drawing")]
        captions = [scene.caption(at) for at in plies] if self.has_captions else []
        with _drawing(gif) as file:
            draw_gif(pictures, file, captions=captions)

    def _caption(self, scene: Scene, ply: int) -> Caption | None:
        return scene.caption(ply) if self.has_captions else None

    def _tell_missing(self, scene: Scene) -> None:
        """Say that there are letters of which pixels cannot be made here."""
        from mentis_records.report.board.board_font import missing_letters

        if not self.has_captions:
            return
        caption = scene.caption(0)
        letters = missing_letters([*caption.players, caption.event, caption.result])
        if letters:
            output.talk(
                f"mentis: no font here has {letters}, so boxes stand for "
                f"{'it' if len(letters) == 1 else 'them'}; --svg and --html need none"
            )


def check_ply(scene: Scene, ply: int | None) -> None:
    """End with a usage error if a game has fewer plies."""
    if ply is not None and ply > scene.last:
        output.fail(f"--ply {ply}: the record has {counted(scene.last, 'ply', 'plies')}")


def _save(path: Path, text: str) -> None:
    with _drawing(path) as file:
        file.write(text.encode())


@contextmanager
def _drawing(path: Path) -> Iterator[BinaryIO]:
    """Give a file to draw into, tell that it is written, or end with a usage error."""
    from mentis_records.core.file import replacing

    try:
        with replacing(path) as file:
            yield file
    except OSError as error:
        output.fail(f"{path}: {error.strerror or error}")
    output.talk(f"{path}: written")

"""Draw board pictures as PNG and GIF with matplotlib and Pillow; knows neither games nor layout.

Both libraries are imported when they are first needed, for they are slow to start. Nothing of
the user's matplotlib settings enters: the same picture gives the same pixels.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, BinaryIO

from mentis_records.core.picture import BoardPicture
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.board.board_caption import Caption, add_caption
from mentis_records.report.board.board_font import families_for, quiet_fonts
from mentis_records.report.board.board_layout import lay_out
from mentis_records.report.board.board_shape import Area, Drawing, Label, Line, rgb

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from PIL.Image import Image

Target = str | os.PathLike[str] | BinaryIO

_DPI = 100
_SAMPLES = 5
_MAX_EXACT = 64
_ANCHOR = {"start": "left", "middle": "center", "end": "right"}


def draw_png(
    picture: BoardPicture,
    path_or_file: Target,
    *,
    pixels: int = 720,
    caption: Caption | None = None,
) -> None:
    """Write the picture as a PNG, ``pixels`` wide; the height follows from the board."""
    drawing = lay_out(picture, pixels=pixels)
    if caption is not None:
        drawing = add_caption(drawing, caption)
    _raster(drawing, pixels).save(path_or_file, format="PNG", optimize=True)


def draw_gif(
    pictures: Sequence[BoardPicture],
    path_or_file: Target,
    *,
    pixels: int = 480,
    milliseconds: int = 900,
    captions: Sequence[Caption] = (),
) -> None:
    """Write the pictures as an endless animation, the last frame shown three times as long.

    There is a caption for each, or none at all. Frames are drawn one at a time; Pillow keeps one
    byte a pixel of each until the end. Neighbouring pictures that look the same become one longer
    frame.

    Raises:
        ValueError: there are no pictures.
    """
    if not pictures:
        raise ValueError("an animation needs at least one picture")
    durations = [milliseconds] * (len(pictures) - 1) + [3 * milliseconds]
    reel = _Reel(pictures, captions, pixels)
    palette = _palette(reel)
    frames = _frames(reel, palette)
    next(frames).save(
        path_or_file,
        format="GIF",
        save_all=True,
        append_images=frames,
        duration=durations,
        loop=0,
        optimize=False,
    )


@dataclass(frozen=True, slots=True)
class _Reel:
    """The pictures of an animation with their captions, if they have any."""

    pictures: Sequence[BoardPicture]
    captions: Sequence[Caption]
    pixels: int

    def drawing(self, at: int) -> Drawing:
        """Return a frame, as high as all others."""
        drawing = lay_out(self.pictures[at], pixels=self.pixels, is_alone=False)
        return add_caption(drawing, self.captions[at]) if self.captions else drawing


def _frames(reel: _Reel, palette: Sequence[int]) -> Iterator[Image]:
    """Yield the frames one after the other, in the nearest colours of the palette.

    Pillow's own conversion looks colours up in coarse cells, so that light squares change their
    hue: hence a table of all colours, filled in as they are met.
    """
    import numpy as np
    from PIL import Image as Images

    weights = np.array([1 << 16, 1 << 8, 1], np.int32)
    known = np.array(palette, np.int32).reshape(-1, 3)
    nearest = np.full(1 << 24, -1, np.int16)
    for at in range(len(reel.pictures)):
        raster = _raster(reel.drawing(at), reel.pixels)
        packed = np.asarray(raster).astype(np.int32) @ weights
        new = np.unique(packed[nearest[packed] < 0])
        parts = np.stack([new >> 16, new >> 8 & 255, new & 255], axis=1)
        distances = ((parts[:, None, :] - known[None, :, :]) ** 2).sum(axis=2)
        nearest[new] = distances.argmin(axis=1)
        frame = Images.fromarray(nearest[packed].astype(np.uint8), "P")
        frame.putpalette(list(palette))
        yield frame


def _palette(reel: _Reel) -> list[int]:
    """Return the red, green and blue of at most 256 colours that suit all pictures.

    The colours of the areas are in it exactly, so that they do not flicker; the blends at edges
    come from a few frames spread over the animation.
    """
    from PIL import Image as Images

    last = len(reel.pictures) - 1
    count = min(last + 1, _SAMPLES)
    chosen = sorted({index * last // max(count - 1, 1) for index in range(count)})
    drawings = [reel.drawing(index) for index in chosen]
    fills = {shape.fill for drawing in drawings for shape in drawing.shapes if type(shape) is Area}
    exact = [part for fill in sorted(fills)[:_MAX_EXACT] for part in rgb(fill)]
    samples = [_raster(drawing, reel.pixels) for drawing in drawings]
    sheet = Images.new("RGB", (samples[0].width * len(samples), samples[0].height))
    for index, sample in enumerate(samples):
        sheet.paste(sample, (index * sample.width, 0))
    blends = sheet.quantize(256 - len(exact) // 3).getpalette() or []
    return [*exact, *blends][: 3 * 256]


def _raster(drawing: Drawing, pixels: int) -> Image:
    """Return the drawing as an RGB image, ``pixels`` wide."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from PIL import Image as Images

    height = round(pixels * drawing.height / drawing.width)
    figure = Figure(figsize=(pixels / _DPI, height / _DPI), dpi=_DPI, facecolor="#ffffff")
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0), frame_on=False, xticks=[], yticks=[])
    axes.set_xlim(0, drawing.width)
    axes.set_ylim(drawing.height, 0)
    _paint(axes, drawing, 72 / _DPI * pixels / drawing.width)
    with quiet_fonts():
        canvas.draw()  # type: ignore[no-untyped-call]
    pixels_rgba = canvas.buffer_rgba()  # type: ignore[no-untyped-call]
    size = canvas.get_width_height()
    return Images.frombuffer("RGBA", size, pixels_rgba, "raw", "RGBA", 0, 1).convert("RGB")


def _paint(axes: Axes, drawing: Drawing, points: float) -> None:
    """Put the shapes on the axes in their order; ``points`` are those of one board unit."""
    from matplotlib.collections import PolyCollection
    from matplotlib.lines import Line2D

    families = families_for(shape.text for shape in drawing.shapes if isinstance(shape, Label))
    for level, (kind, group) in enumerate(groupby(drawing.shapes, type)):
        if kind is Area:
            areas = [shape for shape in group if isinstance(shape, Area)]
            axes.add_collection(
                PolyCollection(
                    [area.points for area in areas],
                    facecolors=[area.fill for area in areas],
                    edgecolors=[area.outline or "none" for area in areas],
                    linewidths=[area.width * points for area in areas],
                    joinstyle="round",
                    zorder=level,
                ),
                autolim=False,
            )
            continue
        for shape in group:
            if isinstance(shape, Line):
                axes.add_line(
                    Line2D(
                        [x for x, _ in shape.points],
                        [y for _, y in shape.points],
                        color=shape.colour,
                        linewidth=shape.width * points,
                        linestyle="solid",
                        marker="",
                        solid_capstyle="round",
                        solid_joinstyle="round",
                        zorder=level,
                    )
                )
            elif isinstance(shape, Label):
                axes.text(
                    shape.x,
                    shape.baseline,
                    shape.text,
                    fontsize=shape.size * points,
                    fontfamily=list(families),
                    fontweight="bold" if shape.is_bold else "normal",
                    fontstyle="normal",
                    color=shape.colour,
                    horizontalalignment=_ANCHOR[shape.anchor],
                    verticalalignment="baseline",
                    parse_math=False,
                    zorder=level,
                )

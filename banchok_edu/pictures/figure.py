"""A figure that shows itself with its alt text, and what each picture begins and ends with. Knows no game.

JupyterLab draws an image without alt text, whatever its metadata say; nbconvert's usual template does so too. So a
picture gives itself as HTML with an ``<img alt="...">``, and beside it as a plain image where HTML is of no use.
pyplot is never used: nothing global changes.
"""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import ScalarFormatter

from banchok_edu.errors import BanchokError, shown

from .palette import FONT, SMALL, TEXT, TITLE, Palette, is_dark, palette_for

PIXELS = 100
"""Pixels of the screen an inch: 9 points are then 12.5 pixels."""
SHARPNESS = 2
"""How many pixels of the image stand for one of the screen, each way."""

_LONGEST = 66
"""Letters of a title that find room."""

_TURNED = (
    '[data-jp-theme-light="false"] img.bk-auto, .vscode-dark img.bk-auto { filter: invert(0.93) hue-rotate(180deg); }'
)
"""On a dark page a picture is turned over: white paper becomes #121212, black ink light, and each hue stays itself."""


class Picture(Figure):
    """A matplotlib Figure that shows itself in a notebook with its alt text. The functions of this room make it."""

    alt_text: str = ""
    """What is seen, with its numbers, for those who do not see it."""
    theme: str = "auto"
    """With "auto" the picture follows a dark page of JupyterLab; else it stays as it is."""

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        return bundle(self, self.alt_text, self.theme)

    def _repr_html_(self) -> str:
        return str(bundle(self, self.alt_text, self.theme)[0]["text/html"])


def bundle(fig: Any, alt: str, theme: str = "light") -> tuple[dict[str, Any], dict[str, Any]]:
    """Give a figure as a notebook shows it: HTML, an image, text; and what is known about the image."""
    png = BytesIO()
    canvas = FigureCanvasAgg(fig) if type(fig.canvas) is not FigureCanvasAgg else fig.canvas
    canvas.print_figure(png, format="png", dpi=PIXELS * SHARPNESS, facecolor=fig.get_facecolor())
    image = b64encode(png.getvalue()).decode("ascii")
    width = round(fig.get_figwidth() * PIXELS)
    height = round(fig.get_figheight() * PIXELS)
    box = Element("div")
    if theme == "auto":
        SubElement(box, "style").text = _TURNED
    told = {"alt": alt, "width": str(width), "style": "max-width: 100%; height: auto;"}
    if theme == "auto":
        told["class"] = "bk-auto"
    SubElement(box, "img", {**told, "src": f"data:image/png;base64,{image}"})
    html = tostring(box, encoding="unicode", method="html")
    metadata = {"image/png": {"alt": alt, "width": width, "height": height}}
    return {"text/html": html, "image/png": image, "text/plain": alt}, metadata


def show(fig: Any, alt: str | None = None) -> None:
    """Show a figure in a notebook with its alt text.

    Pictures of this room bring theirs. Any other matplotlib Figure needs one. On a dark page of JupyterLab a figure on
    light paper is turned over, as the pictures are; one on dark paper stays as it is.

    Parameters
    ----------
    fig
        A matplotlib Figure.
    alt
        What is seen, with its numbers; by default the figure's own ``alt_text``.

    Raises
    ------
    BanchokError
        If it is no figure, or there is no alt text.

    >>> from matplotlib import figure
    >>> show(figure.Figure())
    Traceback (most recent call last):
    banchok_edu.errors.BanchokError: this figure has no alt text: show(fig, "what is seen, with its numbers")
    """
    from IPython.display import display

    if not isinstance(fig, Figure):
        raise BanchokError(f"{shown(fig)} is no matplotlib Figure: give one, such as pictures.sample_space(rules)")
    if alt is not None and not isinstance(alt, str):
        raise BanchokError(f"alt={shown(alt)} is no text: say what is seen, with its numbers")
    told = alt if alt is not None else getattr(fig, "alt_text", "")
    if not told.strip():
        raise BanchokError('this figure has no alt text: show(fig, "what is seen, with its numbers")')
    content, metadata = bundle(fig, told, getattr(fig, "theme", None) or _theme_of(fig))
    display(content, metadata=metadata, raw=True)


def _theme_of(fig: Figure) -> str:
    """Say of a figure that somebody else has drawn whether it is turned over on a dark page."""
    return "dark" if is_dark(to_rgba(fig.get_facecolor())) else "auto"


# -- what each picture begins and ends with ----------------------------------------------------------------------------


def begin(ax: Any, theme: object, size: tuple[float, float]) -> tuple[Any, Palette]:
    """Give the axes to draw in, and the colours: new axes of this size in inches, or those that are given.

    Raises
    ------
    BanchokError
        If ``ax`` is no Axes, or there is no such theme.
    """
    if ax is None:
        palette = palette_for(theme)
        fig = Picture(figsize=size, dpi=PIXELS, layout="constrained", facecolor=palette.paper, edgecolor=palette.paper)
        FigureCanvasAgg(fig)
        fig.theme = str(theme)
        ax = fig.add_subplot()
        ax.set_facecolor(palette.paper)
    elif isinstance(ax, Axes):
        palette = palette_for(theme, _background(ax))
    else:
        raise BanchokError(
            f"ax={shown(ax)} is no matplotlib Axes: give one, or leave it out and take the figure that is made"
        )
    ax.grid(visible=False)
    ax.set_axisbelow(True)
    for side, spine in ax.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(palette.edge)
        spine.set_linewidth(0.8)
    ax.tick_params(
        which="both", color=palette.edge, labelcolor=palette.ink2, labelsize=SMALL, labelfontfamily=FONT, width=0.8
    )
    return ax, palette


def finish(ax: Any, alt: str) -> Figure:
    """Give the figure of these axes, with the alt text; that of a figure with several pictures tells all of them."""
    fig: Any = ax.figure
    ax.alt_text = alt
    root = fig.figure  # of a subfigure the whole
    told = [found for found in (getattr(one, "alt_text", "") for one in root.axes) if found]
    fig.alt_text = root.alt_text = " ".join(told)
    drawn: Figure = fig
    return drawn


def name_axes(ax: Any, palette: Palette, title: str, said: str = "", x: str = "", y: str = "") -> None:
    """Write the title, a line below it, and what the axes say."""
    title = "".join(c if c.isprintable() else "?" for c in title)  # it may hold words of a reader
    title = title if len(title) <= _LONGEST else f"{title[: _LONGEST - 1]}…"
    height = ax.xaxis.get_tick_params().get("labeltop", False) * 2 * SMALL
    ax.set_title(title, loc="left", pad=height + (26 if said else 9), **ink(palette, TITLE, fontweight="bold"))
    if said:
        place = {"xycoords": "axes fraction", "textcoords": "offset points"}
        ax.annotate(said, (0, 1), (0, height + 8), **place, **ink(palette, TEXT), gid="said")
    ax.set_xlabel(x, fontsize=TEXT, fontfamily=FONT, color=palette.ink2)
    ax.set_ylabel(y, fontsize=TEXT, fontfamily=FONT, color=palette.ink2)


class _Plain(ScalarFormatter):
    """Plain numbers with as many decimals on each tick, and minus signs, whatever matplotlib's settings are."""

    @staticmethod
    def fix_minus(s: str) -> str:
        return s.replace("-", "−")


def plain_numbers(axis: Any) -> None:
    """Label an axis with plain numbers."""
    formatter = _Plain(useOffset=False, useMathText=False, useLocale=False)
    formatter.set_scientific(False)
    axis.set_major_formatter(formatter)


def signed(value: float, places: int = 3) -> str:
    """Write a number with a minus sign that is one.

    >>> signed(-0.25), signed(0.0)
    ('−0.250', '0.000')
    """
    return f"{value:.{places}f}".replace("-", "−")


def cell(ax: Any, at: tuple[float, float], size: tuple[float, float], gid: str, **style: Any) -> None:
    """Draw a cell around a place. It lies within the axes, so the layout need not look at it."""
    (x, y), (width, height) = at, size
    ax.add_patch(Rectangle((x - width / 2, y - height / 2), width, height, gid=gid, in_layout=False, **style))


def ink(palette: Palette, size: float = SMALL, **more: Any) -> dict[str, Any]:
    """Give how text is written."""
    return {"fontsize": size, "fontfamily": FONT, "color": palette.ink, "parse_math": False, **more}


def legend(ax: Any, palette: Palette, handles: Any = None, **more: Any) -> None:
    """Draw the legend: below the axes, where it covers nothing."""
    place = {"loc": "upper left", "bbox_to_anchor": (0, -0.13), "ncols": 3, "borderaxespad": 0, "borderpad": 0} | more
    prop = {"family": FONT, "size": SMALL}
    found = ax.legend(handles=handles, frameon=False, prop=prop, labelcolor=palette.ink, **place)
    found.set_in_layout(True)


def _background(ax: Any) -> tuple[float, ...]:
    """Give the colour on which labels stand: that of the figure, or of the axes where that is clear."""
    behind = to_rgba(ax.figure.get_facecolor())
    found: tuple[float, ...] = behind if behind[3] > 0.5 else to_rgba(ax.get_facecolor())
    return found

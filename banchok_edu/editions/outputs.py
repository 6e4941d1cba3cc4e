"""What cells gave, as HTML without script: tables, pictures with their alt text, formulas, text, stills of widgets.

Warnings and progress bars are left out: what a run says to itself is not for the reader.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

from .markdown import prose, scrolls
from .mathematics import mathml, with_formulas
from .running import without_colours

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_TEXT = 20_000
"""Characters of a printed text that are shown."""
_FEW = 3
"""Lines of a printed text that are broken where they are too long; more of them are a table, and scroll."""
MOST_HTML = 3_000_000
_PICTURES = ("image/png", "image/jpeg", "image/gif")
_WIDGET = "application/vnd.jupyter.widget-view+json"
_IMAGE = re.compile(r"""<img\b(?:[^>"']|"[^"]*"|'[^']*')*>""", re.IGNORECASE)
_BAR = re.compile(r"%\||Progress\(|HBox\(children=")
_COLOURS = re.compile(r"([^{}]*\[data-jp-theme-light=['\"]?false['\"]?\][^{}]*)(\{[^{}]*\})")
_DARK = re.compile(r"^(?:body)?\[data-jp-theme-light=['\"]?false['\"]?\]\s+")


def shown(outputs: Iterable[Any]) -> str:
    """Give the outputs of a cell as HTML; empty if there is nothing to be seen.

    >>> shown([{"output_type": "stream", "name": "stdout", "text": "9/17 < 1"}])
    '<pre class="text few">9/17 &lt; 1</pre>'
    """
    made: list[str] = []
    printed: list[str] = []

    def print_it() -> None:
        if text := "".join(printed).strip("\n"):
            made.append(_text(text))
        printed.clear()

    for output in outputs:
        if output["output_type"] == "stream":
            if output["name"] == "stdout":
                printed.append(_joined(output["text"]))
            continue
        print_it()
        if output["output_type"] == "error":
            made.append(_text(f"{output['ename']}: {output['evalue']}"))
        else:
            made.append(_rich(output["data"], output.get("metadata") or {}))
    print_it()
    return "\n".join(filter(None, made))


def _joined(said: Any) -> str:
    return "".join(said) if isinstance(said, list) else str(said)


def _text(text: str) -> str:
    lines = (line.rsplit("\r", 1)[-1] for line in without_colours(text).replace("\r\n", "\n").split("\n"))
    whole = "\n".join(lines)
    cut = len(whole) > MOST_TEXT
    few = " few" if whole.count("\n") < _FEW else ""
    reached = "" if few else scrolls(whole)
    return f'<pre class="text{few}"{reached}>{html.escape(whole[:MOST_TEXT], quote=False)}{" …" if cut else ""}</pre>'


def _rich(data: dict[str, Any], metadata: dict[str, Any]) -> str:
    """Give the richest form that needs no script."""
    page = _joined(data.get("text/html", ""))
    if page and len(page) <= MOST_HTML and not re.search(r"<script\b", page, re.IGNORECASE):
        drawn = with_formulas(following(page))
        return f'<div class="wide" tabindex="0">{drawn}</div>' if "<img" not in drawn else _IMAGE.sub(_larger, drawn)
    for kind in _PICTURES:
        if kind in data:
            return _picture(kind, data, metadata.get(kind) or {})
    if "text/latex" in data:
        latex = _joined(data["text/latex"]).strip()
        whole = re.fullmatch(r"\$\$?(?:\s*\\displaystyle)?([^$]+)\$\$?", latex)
        drawn = mathml(whole[1], block=True) if whole else with_formulas(html.escape(latex, quote=False))
        return f'<div class="wide" tabindex="0">{drawn}</div>'
    if "text/markdown" in data:
        return f"<div>{prose(_joined(data['text/markdown']))}</div>"
    text = _joined(data.get("text/plain", ""))
    if _WIDGET in data:
        return "" if _BAR.search(text) else '<p class="note">Here the notebook has something to work with.</p>'
    return _text(text) if text.strip() else ""


def _picture(kind: str, data: dict[str, Any], about: dict[str, Any]) -> str:
    content = re.sub(r"[^A-Za-z0-9+/=]", "", _joined(data[kind]))
    plainly = _joined(data.get("text/plain", ""))
    alt = about.get("alt") or ("A figure without a description" if plainly.startswith("<") else plainly)
    width = about.get("width")
    size = f' width="{width}"' if isinstance(width, int) else ""
    return _larger(f'<img class="figure" alt="{html.escape(str(alt))}"{size} src="data:{kind};base64,{content}">')


def _larger(image: re.Match[str] | str) -> str:
    """Put a box below a picture that lets it be seen in its full size, without script."""
    found = image if isinstance(image, str) else image[0]
    return f'<label class="zoom">{found}<span><input type="checkbox"> full size</span></label>'


def following(page: str) -> str:
    """Let styles that follow JupyterLab's theme follow the reader's instead.

    >>> following('<style>[data-jp-theme-light="false"] p, .vscode-dark p{color:#fff}</style>')
    '<style>@media (prefers-color-scheme:dark){p{color:#fff}}</style>'
    """

    def turned(rule: re.Match[str]) -> str:
        selectors = [one.strip() for one in rule[1].split(",")]
        dark = [_DARK.sub("", one) for one in selectors if _DARK.match(one)]
        return f"@media (prefers-color-scheme:dark){{{','.join(dark)}{rule[2]}}}"

    return re.sub(
        r"(<style\b[^>]*>)(.*?)(</style>)",
        lambda style: style[1] + _COLOURS.sub(turned, style[2]) + style[3],
        page,
        flags=re.DOTALL | re.IGNORECASE,
    )

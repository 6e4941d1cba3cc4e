"""Formulas as MathML, which browsers draw by themselves: no script and no network."""

from __future__ import annotations

import html
import re
from typing import Any
from xml.etree.ElementTree import Element, tostring

_LONGEST = 4000
"""Characters of a formula that is drawn; a longer one is shown as it was written."""
_WIDE = 60
"""Characters of a formula within a line that may scroll by itself."""
_FORMULA = re.compile(r"\$\$(.+?)\$\$|(?<![\\$\w])\$(?![\s$])([^$]*?[^\s\\$])\$(?![\w$])", re.DOTALL)
_RAW = {"style", "script", "pre", "code", "textarea", "svg", "math"}


def mathml(latex: str, *, block: bool = False) -> str:
    r"""Give a formula in LaTeX as MathML, or as it was written where that fails.

    >>> mathml("r")[:60]
    '<math xmlns="http://www.w3.org/1998/Math/MathML" display="in'
    >>> mathml(r"a \nosuchthing b")
    '<code class="formula">a \\nosuchthing b</code>'
    """
    text = latex.strip()
    drawn = _drawn(text, "block" if block else "inline")
    if drawn is None:
        return f'<code class="formula">{html.escape(text)}</code>'
    if block:
        reached = ' tabindex="0"' if len(text) > _WIDE else ""
        return f'<span class="formula block"{reached}>{drawn}</span>'
    return f'<span class="formula wide" tabindex="0">{drawn}</span>' if len(text) > _WIDE else drawn


def _drawn(text: str, display: str) -> str | None:
    from latex2mathml.converter import convert_to_element

    if len(text) > _LONGEST or re.search(r"\\(?:def|newcommand|renewcommand|let)\b", text):
        return None
    known = re.sub(r"\\(begin|end)\{aligned\}", r"\\\1{align*}", text).replace(r"\^{}", "^").replace(r"\~{}", "~")
    try:
        found: Any = convert_to_element(known, display=display)
        _read_signs(found)
        drawn = tostring(found, encoding="unicode")
    except Exception:  # noqa: BLE001 (it raises of many kinds; what cannot be drawn is shown as it was written)
        return None
    return None if "\\" in drawn else drawn  # a command that it does not know stands there by its name


def _read_signs(formula: Element) -> None:
    """Read signs such as ``&#x0003D;``, which are told as text; written out, they are escaped again."""
    for part in formula.iter():
        part.text = html.unescape(part.text) if part.text else part.text
        part.tail = html.unescape(part.tail) if part.tail else part.tail


def with_formulas(page: str) -> str:
    """Draw the formulas between dollar signs in HTML, where it is text.

    >>> with_formulas("<p>a $5 note</p><code>$x$</code>")
    '<p>a $5 note</p><code>$x$</code>'
    >>> "<math" in with_formulas("<p>from $a &lt; b$ it follows</p>")
    True
    """
    made = []
    inside = ""
    for piece in re.split(r"(<[^>]*>)", page):
        if not piece.startswith("<"):
            made.append(piece if inside else _FORMULA.sub(_found, piece))
            continue
        tag = re.match(r"<(/?)([a-zA-Z]+)", piece)
        if tag and not inside and not tag[1] and tag[2].lower() in _RAW and not piece.endswith("/>"):
            inside = tag[2].lower()
        elif tag and tag[1] and tag[2].lower() == inside:
            inside = ""
        made.append(piece)
    return "".join(made)


def _found(formula: re.Match[str]) -> str:
    return mathml(html.unescape(formula[1] or formula[2]), block=bool(formula[1]))

"""The text and the code of a notebook as HTML. Raw HTML in a text stays, as in a notebook; a page runs no script."""

from __future__ import annotations

import html
import re
from functools import cache
from typing import Any

from .mathematics import mathml

NARROW = 38
"""Letters of a line of code that find room on a telephone."""
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)


def prose(text: str) -> str:
    r"""Give a text in Markdown as HTML.

    >>> print(prose("## Ties\n\nA *tie* pays."))
    <h2 id="Ties">Ties</h2>
    <p>A <em>tie</em> pays.</p>
    """
    made = _COMMENT.sub("", _parser().render(text)).strip()
    return re.sub(r"<table\b.*?</table>", r'<div class="wide" tabindex="0">\g<0></div>', made, flags=re.DOTALL)


def code(text: str) -> str:
    """Give Python as HTML, with names, words and numbers set apart.

    >>> code("x = 1")
    '<pre class="code"><code>x = <b class="n">1</b></code></pre>'
    """
    from pygments.lexers import PythonLexer
    from pygments.token import Comment, Keyword, Number, Operator, String

    kinds = [(Comment, "c"), (Keyword, "k"), (Operator.Word, "k"), (String, "s"), (Number, "n")]
    made = []
    for token, piece in PythonLexer(stripnl=False, ensurenl=False).get_tokens(text):
        kind = next((name for family, name in kinds if token in family), "")
        said = html.escape(piece, quote=False)
        made.append(f'<b class="{kind}">{said}</b>' if kind and piece.strip() else said)
    return f'<pre class="code"{scrolls(text)}><code>{"".join(made)}</code></pre>'


def scrolls(text: str) -> str:
    """Give the attribute of a box that a keyboard must reach, if a line of the text is wider than a telephone."""
    return ' tabindex="0"' if max(map(len, text.split("\n"))) > NARROW else ""


def anchor(words: str) -> str:
    """Give the name by which a heading is linked to, as Jupyter does.

    >>> anchor("A <em>guess</em> first")
    'A-guess-first'
    """
    return html.unescape(re.sub("<[^>]*>", "", words)).strip().replace(" ", "-")


@cache
def _parser() -> Any:
    from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

    class Renderer(IPythonRenderer):
        """Draws formulas as MathML, and names headings."""

        def heading(self, text: str, level: int, **_: Any) -> str:
            return f'<h{level} id="{html.escape(anchor(text))}">{text}</h{level}>\n'

        def block_code(self, code_text: str, info: str | None = None) -> str:
            language = (info or "").split()
            if language and language[0].lower() in ("python", "py", "python3", "ipython"):
                return f"{code(code_text)}\n"
            return f"<pre{scrolls(code_text)}><code>{html.escape(code_text, quote=False)}</code></pre>\n"

        def image(self, text: str, url: str, title: str | None = None) -> str:
            named = f' title="{html.escape(title)}"' if title else ""
            alt = html.escape(re.sub("<[^>]*>", "", text))
            return f'<img src="{html.escape(html.unescape(url))}" alt="{alt}"{named}>'

        def inline_math(self, body: str) -> str:
            return mathml(body)

        def block_math(self, body: str) -> str:
            return mathml(body, block=True)

        def latex_environment(self, name: str, body: str) -> str:
            return mathml(rf"\begin{{{name}}}{body}\end{{{name}}}", block=True)

    return MarkdownWithMath(renderer=Renderer(escape=False))

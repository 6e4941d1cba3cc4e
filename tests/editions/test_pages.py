"""Pages for telephones: what is folded, left out, drawn and linked. Nothing is run here but in the last tests."""

from __future__ import annotations

import html
import json
import os
import re
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import banchok_edu
from banchok_edu import cli
from banchok_edu.assets import lessons_folder
from banchok_edu.editions import building, running
from banchok_edu.editions.choosing import lessons_in, read
from banchok_edu.editions.links import Places
from banchok_edu.editions.markdown import code, prose
from banchok_edu.editions.mathematics import mathml, with_formulas
from banchok_edu.editions.outputs import following, shown
from banchok_edu.editions.page import is_untouched, page
from banchok_edu.editions.stripping import EditionError

from .test_student import ANSWER, command, notebook, write  # noqa: F401 (a fixture)

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
LESSONS = lessons_in(lessons_folder())


def rich(data, metadata=None):
    return {"output_type": "display_data", "data": data, "metadata": metadata or {}}


def ran(source, *outputs, tags=()):
    return {
        "cell_type": "code",
        "id": "x",
        "metadata": {"tags": list(tags)},
        "source": source,
        "execution_count": 1,
        "outputs": list(outputs),
    }


def text(source):
    return {"cell_type": "markdown", "id": "y", "metadata": {}, "source": source}


@pytest.fixture
def made(tmp_path):
    """Makes a page of cells, in a folder with another notebook."""
    write(tmp_path / "a.ipynb", ("markdown", "# A lesson"))
    write(tmp_path / "b.ipynb", ("markdown", "# Another"))
    lessons = read(lessons_in(tmp_path))

    def make(*cells, pages=("a", "b"), files=()):
        places = Places(tmp_path, frozenset(pages), frozenset(files))
        return page(lessons[0], cells, places, (None, lessons[1])).decode()

    make.folder = tmp_path
    return make


def test_code_is_folded_and_what_it_gave_is_not(made):
    found = made(ran("print(2)", {"output_type": "stream", "name": "stdout", "text": "2\n"}))
    assert re.search(r"<details[^>]*><summary>Code, 1 line</summary><pre.*?</pre></details>", found)
    assert '</details><div class="out"><pre class="text few">2</pre></div>' in found


def test_guards_are_left_out(made):
    assert "assert" not in made(ran("assert True", tags=["guard"]))


def test_answers_stay_folded_and_marks_do_not_show(made):
    found = made(text("<!-- BEGIN SOLUTION -->\n<details><summary>Answer</summary>\n\nA *4*\n\n</details>\n<!-- E -->"))
    assert "<details><summary>Answer</summary>\n<p>A <em>4</em></p>\n</details>" in re.sub("\n+", "\n", found)
    assert "BEGIN SOLUTION" not in found


def test_a_page_fetches_nothing_and_runs_no_script(made):
    found = made(text("# A"), ran("1", rich({"text/html": "<b>1</b>", "text/plain": "1"})))
    assert "default-src 'none'" in found
    assert "<script" not in found
    assert not re.search(r'<link|@import|url\((?!"?data:)|src="(?!data:)', found)
    assert len(found) < 10_000


def test_links_lead_to_pages_and_to_what_came_along_or_nowhere(made):
    (made.folder / "p.png").write_bytes(b"p")
    found = made(
        text(
            "[b](b.ipynb#Ties) [c](c.ipynb) [d](d.csv) [e](e.csv) [net](https://example.org/) [here](#A-lesson) "
            "![p](p.png) ![q](../q.png) ![r](attachment:r.png) <a onclick='x' href='javascript:alert(1)'>j</a>"
        )
        | {"attachments": {"r.png": {"image/png": PIXEL}}},
        files=("d.csv",),
    )
    (main,) = re.findall(r"<main>(.*)</main>", found, flags=re.DOTALL)
    assert re.findall(r'href="([^"]*)"', main) == ["b.html#Ties", "d.csv", "https://example.org/", "#A-lesson"]
    assert re.findall(r'src="([^"]*)"', main) == ["data:image/png;base64,cA==", f"data:image/png;base64,{PIXEL}"]
    assert "javascript" not in found
    assert '<a href="b.html">Another →</a>' in found


def test_headings_are_listed_and_can_be_linked_to(made):
    found = made(text("# A lesson"), text("## Two & *three*"))
    assert '<h2 id="Two-&amp;-three">Two &amp; <em>three</em></h2>' in found
    assert '<li><a href="#Two-&amp;-three">Two &amp; <em>three</em></a></li>' in found


def test_a_style_that_stands_there_already_is_left_out(made):
    still = rich({"text/html": "<style>.x{color:red}</style><p>still</p>"})
    found = made(ran("1", still), ran("2", still))
    assert found.count(".x{color:red}") == 1
    assert found.count("<p>still</p>") == 2


# -- what cells gave ---------------------------------------------------------------------------------------------------


def test_a_picture_has_its_words_and_can_be_enlarged():
    found = shown([rich({"image/png": f"{PIXEL}\n", "text/plain": "Bars"}, {"image/png": {"width": 800}})])
    assert f'alt="Bars" width="800" src="data:image/png;base64,{PIXEL}"' in found
    assert '<input type="checkbox"> full size' in found
    found = shown([rich({"image/png": PIXEL, "text/plain": "<Figure size 640x480>"})])
    assert 'alt="A figure without a description"' in found


def test_a_widget_shows_its_still_picture():
    view = {"application/vnd.jupyter.widget-view+json": {"model_id": "x"}}
    assert "<p>still</p>" in shown([rich({"text/html": "<p>still</p>", "text/plain": "W"} | view)])
    assert "something to work with" in shown([rich({"text/plain": "IntSlider(value=0)"} | view)])


def test_progress_bars_and_warnings_are_left_out():
    view = {"application/vnd.jupyter.widget-view+json": {}, "text/plain": "  0%|          | 0/15 [00:00<?]"}
    said = {"output_type": "stream", "name": "stderr", "text": "SlowPlay: it takes a while"}
    assert shown([rich(view), said]) == ""


def test_printed_text_is_shown_as_a_terminal_would():
    said = [
        {"output_type": "stream", "name": "stdout", "text": part} for part in ("a\r", "b\n", "\x1b[31m<c>\x1b[0m\n")
    ]
    assert shown(said) == '<pre class="text few">b\n&lt;c&gt;</pre>'


def test_very_much_text_is_cut():
    assert len(shown([{"output_type": "stream", "name": "stdout", "text": "x" * 10**6}])) < 21_000


def test_html_with_a_script_gives_way_to_another_form():
    page_ = "<div></div><SCRIPT>alert(1)</SCRIPT>"
    assert "<img" in shown([rich({"text/html": page_, "image/png": PIXEL})])
    assert shown([rich({"text/html": page_, "text/plain": "plot"})]) == '<pre class="text few">plot</pre>'


def test_latex_is_drawn():
    assert shown([rich({"text/latex": r"$\displaystyle \frac{9}{17}$", "text/plain": "9/17"})]).count("<mfrac>") == 1


def test_styles_for_a_dark_notebook_follow_the_reader():
    found = following(
        '<p>[data-jp-theme-light="false"] {}</p><style>a{b:c}[data-jp-theme-light=false] a,.z a{b:d}</style>'
    )
    assert found == (
        '<p>[data-jp-theme-light="false"] {}</p><style>a{b:c}@media (prefers-color-scheme:dark){a{b:d}}</style>'
    )


# -- text and formulas -------------------------------------------------------------------------------------------------


class Words(HTMLParser):
    """The text of a page, and its tags."""

    def __init__(self, page_):
        super().__init__()
        self.text, self.tags = "", []
        self.feed(page_)
        self.close()

    def handle_data(self, data):
        self.text += data

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_all_formulas_of_the_lessons_are_drawn(path):
    (lesson,) = read([path])
    for cell in lesson.notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            found = prose(source)
            formulas = re.findall(r"\$\$.+?\$\$|\$[^$]+\$", source, flags=re.DOTALL)
            assert found.count("<math") == len(formulas)
            assert 'class="formula"' not in found  # as it was written
            assert "$" not in Words(found).text


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        ("4(r-1)+3", "4(r−1)+3"),
        (r"\frac{9}{17}", "917"),
        (r"a < b & c", None),
        (r"\text{<b>x</b>}", "<b>x</b>"),
        (r"\begin{aligned}a &= b \\ &= c\end{aligned}", "a=b=c"),
        (r"\frac{1}{", None),
        (r"\nosuch{x}", None),
        ("{" * 3000, None),
        ("x" * 5000, None),
        (r"\def\a{\a\a}\a", None),
    ],
)
def test_a_formula_is_drawn_or_stands_there_as_it_was_written(latex, words):
    found = Words(mathml(latex))
    if words is None:
        assert found.text == latex or "math" in found.tags
    else:
        assert (found.text, found.tags[0]) == (words, "math")
    assert not {"b", "script"} & set(found.tags)


@settings(deadline=None)
@given(st.text(alphabet="ab\\{}^_&<>$ \"'", max_size=30))
def test_no_formula_becomes_a_tag(latex):
    known = {"math", "mrow", "mi", "mo", "mn", "mtext", "msup", "msub", "msubsup", "mspace", "code", "span", "mstyle"}
    assert set(Words(mathml(latex)).tags) <= known


@settings(deadline=None)
@given(st.text(alphabet="ab$ \\<>&", max_size=30))
def test_text_without_formulas_is_left_as_it_is(words):
    escaped = html.escape(words)
    if "$" not in words:
        assert with_formulas(escaped) == escaped


@settings(deadline=None)
@given(st.text(st.characters(exclude_characters="\r\ufeff", exclude_categories=["Cs"]), max_size=200))
def test_code_is_shown_to_the_letter(source):
    tags = re.compile('</?(?:pre|code|b)(?: (?:class="\\w+"|tabindex="0"))*>')
    assert html.unescape(tags.sub("", code(source))) == source


# -- many pages --------------------------------------------------------------------------------------------------------


@pytest.fixture
def fake_run(monkeypatch):
    """Instead of running, each cell of code gives its own text; one with 1/0 fails."""
    calls = []

    def run(lesson, given_, step):
        calls.append(lesson.name)
        for number, cell in enumerate(given_["cells"], 1):
            if cell["cell_type"] == "code":
                step()
                if "1/0" in cell["source"]:
                    raise EditionError(f"cell {number}: ZeroDivisionError: division by zero")
                if "stop" in cell["source"]:
                    raise KeyboardInterrupt
                cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": cell["source"]}]
        return given_["cells"]

    monkeypatch.setattr(building, "run", run)
    return calls


def test_a_lesson_that_fails_is_named_by_cell_and_the_others_go_on(command, tmp_path, fake_run):  # noqa: F811
    for name, source in {"a": "1", "b": "1/0", "c": "2"}.items():
        write(tmp_path / "mine" / f"{name}.ipynb", ("markdown", f"# Lesson {name}\n\n[b](b.ipynb)"), ("code", source))
    code_, said, _ = command("--html", "out", "--from", "mine")
    assert code_ == 1
    assert said.splitlines() == [
        "a: run",
        "b: failed",
        "c: run",
        f"2 pages written to out. Begin with {'out/index.html'}.",
        "Not made: b, cell 2: ZeroDivisionError: division by zero",
    ]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.html", "c.html", "index.html"]
    found = (tmp_path / "out" / "a.html").read_text(encoding="utf-8")
    assert "<a>b</a>" in found
    assert '<a href="c.html">Lesson c →</a>' in found
    # mended and made alone, it takes its place among the others
    write(tmp_path / "mine" / "b.ipynb", ("markdown", "# Lesson b"), ("code", "3"))
    assert command("--html", "out", "--from", "mine", "b")[0] == 0
    index = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'href="([^"]+)"', index) == ["a.html", "b.html", "c.html"]


def test_another_notebook_that_cannot_be_read_does_not_matter(command, tmp_path, fake_run):  # noqa: F811
    write(tmp_path / "mine" / "a.ipynb", ("code", "1"))
    (tmp_path / "mine" / "b.ipynb").write_text("?", encoding="utf-8")
    assert command("--html", "out", "--from", "mine", "a")[0] == 0
    assert command("--html", "out", "--from", "mine")[0] == 2


def test_with_student_the_pages_have_no_solutions(command, tmp_path, fake_run):  # noqa: F811
    write(tmp_path / "mine" / "a.ipynb", ANSWER)
    assert command("--html", "out", "--student", "copies", "--from", "mine")[0] == 0
    assert "Four" not in (tmp_path / "out" / "a.html").read_text(encoding="utf-8")
    assert (tmp_path / "copies" / "a.ipynb").exists()
    assert command("--html", "whole", "--from", "mine")[0] == 0
    assert "Four" in (tmp_path / "whole" / "a.html").read_text(encoding="utf-8")


def test_a_page_is_renewed_unless_somebody_has_changed_it(command, tmp_path, fake_run):  # noqa: F811
    write(tmp_path / "mine" / "a.ipynb", ("code", "1"))
    assert command("--html", "out", "--from", "mine")[0] == 0
    write(tmp_path / "mine" / "a.ipynb", ("code", "2"))
    assert command("--html", "out", "--from", "mine")[0] == 0
    path = tmp_path / "out" / "a.html"
    changed = path.read_bytes().replace(b">2<", b">my own<")
    assert is_untouched(path.read_bytes())
    assert not is_untouched(changed)
    path.write_bytes(changed)
    fake_run.clear()
    code_, _, complaints = command("--html", "out", "--from", "mine")
    assert code_ == 2
    assert "a.html' is there already, and was not made by this command or was changed since" in complaints
    assert fake_run == []
    assert path.read_bytes() == changed


@pytest.mark.parametrize("name", ["index.html", "data.csv"])
def test_another_file_stays_and_nothing_is_run(command, tmp_path, fake_run, name):  # noqa: F811
    write(tmp_path / "mine" / "a.ipynb", ("markdown", "[d](data.csv)"))
    (tmp_path / "mine" / "data.csv").write_text("1,2", encoding="utf-8")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / name).write_text("my own", encoding="utf-8")
    assert command("--html", "out", "--from", "mine")[0] == 2
    assert fake_run == []
    assert (tmp_path / "out" / name).read_text(encoding="utf-8") == "my own"
    assert len(list((tmp_path / "out").iterdir())) == 1


def test_what_was_run_before_ctrl_c_is_kept(command, tmp_path, fake_run):  # noqa: F811
    write(tmp_path / "mine" / "a.ipynb", ("code", "1"))
    write(tmp_path / "mine" / "b.ipynb", ("code", "stop"))
    assert command("--html", "out", "--from", "mine")[0] == 130
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.html", "index.html"]


def test_a_notebook_of_another_language_is_refused(command, tmp_path, fake_run):  # noqa: F811
    (tmp_path / "mine").mkdir()
    said = notebook(metadata={"kernelspec": {"name": "ir", "language": "R"}})
    (tmp_path / "mine" / "a.ipynb").write_text(json.dumps(said), encoding="utf-8")
    code_, _, complaints = command("--html", "out", "--from", "mine")
    assert (code_, complaints) == (2, "banchok-edu: a.ipynb is written in R: only Python can be run\n")


def test_the_help_says_that_code_is_run(capsys):
    with pytest.raises(SystemExit):
        cli.main(["lessons", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "--html runs the code that is in them: use it with notebooks of your own only" in said


# -- really run --------------------------------------------------------------------------------------------------------


def test_the_welcome_is_run_and_becomes_a_small_page(command, tmp_path):  # noqa: F811
    code_, said, complaints = command("--html", "out", "0")
    assert said.startswith("00-welcome: run\n1 page written to out.")
    assert (code_, complaints) == (0, "")
    found = (tmp_path / "out" / "00-welcome.html").read_text(encoding="utf-8")
    words = Words(re.sub("<style>.*?</style>", "", found, flags=re.DOTALL)).text
    for phrase in (
        "Your seed:",
        "A still picture. Run the cell",
        "two cards have the same colour",
        "E1 ·",
        "Answer to 1",
    ):
        assert phrase in words
    assert "keeps the numbers in the text right" not in words
    assert len(found) < 60_000


def test_the_cell_at_fault_is_named(tmp_path):
    write(tmp_path / "a.ipynb", ("markdown", "# A"), ("code", "print(1)"), ("code", "input()"))
    (lesson,) = read(lessons_in(tmp_path))
    steps = []
    with pytest.raises(EditionError, match=r"^cell 3: StdinNotImplementedError: "):
        running.run(lesson, lesson.notebook, lambda: steps.append(1))
    assert steps
    assert lesson.notebook["cells"][1]["outputs"] == []


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_ctrl_c_ends_the_python_that_runs_a_notebook_too(tmp_path):
    source = "import os, pathlib, time\npathlib.Path('pid').write_text(str(os.getpid()))\ntime.sleep(60)"
    write(tmp_path / "mine" / "a.ipynb", ("code", source))
    call = [sys.executable, "-m", "banchok_edu", "lessons", "--html", "out", "--from", "mine"]
    environment = os.environ | {"PYTHONPATH": str(Path(banchok_edu.__file__).parents[1])}
    with subprocess.Popen(
        call, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as command_:
        pid = tmp_path / "mine" / "pid"
        for _ in range(600):
            if pid.exists() and pid.read_text():
                break
            time.sleep(0.1)
        command_.send_signal(signal.SIGINT)
        said, complaints = command_.communicate(timeout=30)
    assert (command_.returncode, said, complaints) == (130, b"", b"")
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)
    assert not (tmp_path / "out").exists()

"""How the site is built: ``python -m sphinx -W docs build/site``."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from generator.pages import write_pages  # noqa: E402
from pygments.lexers import TextLexer  # noqa: E402
from sphinx.application import Sphinx  # noqa: E402

import mentis_records  # noqa: E402

write_pages(HERE)

project = "mentis-records"
author = "The authors of mentis-records"
version = release = mentis_records.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["generator", "tutorials/club-evening/*"]
myst_heading_anchors = 3
autodoc_default_options = {"members": True, "member-order": "bysource", "inherited-members": False}
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
add_module_names = False
smartquotes_action = "D"  # dashes alone: quotes may be those of a command line
napoleon_numpy_docstring = False
python_use_unqualified_type_names = True
html_theme = "furo"
html_title = "mentis-records"
html_show_sourcelink = False
html_show_copyright = False
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options = {"footer_icons": []}


def setup(app: Sphinx) -> None:
    """Show grammars of Lark as they are."""
    app.add_lexer("lark", TextLexer)

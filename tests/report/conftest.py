"""What tests of reports share: a figure that was drawn before is not drawn again."""

import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from mentis_records.report.document import exhibit


@pytest.fixture(scope="module", autouse=True)
def _figures_are_drawn_once() -> Iterator[None]:
    """Draw equal figures once a module: most tests write the same report into another folder."""
    drawn: dict[bytes, Any] = {}

    def once(draw: Callable[..., Any]) -> Callable[..., Any]:
        def found(*given: Any) -> Any:
            try:
                key = pickle.dumps((draw.__name__, given))
            except (AttributeError, pickle.PicklingError):  # a plot that has a lambda
                return draw(*given)
            if key not in drawn:
                drawn[key] = draw(*given)
            return drawn[key]

        return found

    with pytest.MonkeyPatch.context() as patch:
        for name in ("render_file", "render_inline"):
            patch.setattr(exhibit, name, once(getattr(exhibit, name)))
        yield

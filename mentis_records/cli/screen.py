"""A full-screen text view on a terminal, changed by keys until q quits."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Keys = Mapping[tuple[str, ...], Callable[[], None]]
"""What keys do, by their names in prompt_toolkit."""

_LEAVE = ("q", "escape", "c-c", "c-d")


def run_screen(content: Callable[[], str], keys: Keys) -> None:
    """Show a text and let keys act, each of which has it shown anew; q, Esc and Ctrl-C leave.

    The text may have ANSI sequences. An exception of a key's action leaves the screen and passes.
    """
    from prompt_toolkit.application import Application
    from prompt_toolkit.formatted_text import ANSI
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.layout import FormattedTextControl, Layout, Window

    bindings = KeyBindings()
    failed: list[BaseException] = []

    def bind(name: str, action: Callable[[], None]) -> None:
        @bindings.add(name)
        def act(event: KeyPressEvent) -> None:
            try:
                action()
            except BaseException as error:
                failed.append(error)
                event.app.exit()

    for names, action in keys.items():
        for name in names:
            bind(name, action)
    for name in _LEAVE:
        bindings.add(name, eager=True)(lambda event: event.app.exit())
    control = FormattedTextControl(lambda: ANSI(content()), focusable=True, show_cursor=False)
    application: Application[None] = Application(Layout(Window(control)), key_bindings=bindings)
    application.ttimeoutlen = 0.05
    application.run()
    if failed:
        raise failed[0]

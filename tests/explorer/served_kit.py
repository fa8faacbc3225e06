"""An explorer that browsers can ask, in a thread of the test."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from explorer_kit import MEMORY

from mentis_records.explorer.application import Explorer, make_application
from mentis_records.explorer.server import take_place


@contextmanager
def served(databases: Mapping[str, Path], seconds: float = 60.0) -> Iterator[str]:
    """Serve databases in the block; gives the address of the explorer, without a last slash."""
    place = take_place()
    application = make_application(Explorer(databases, MEMORY, seconds), place.entrance)
    server = uvicorn.Server(
        uvicorn.Config(application, log_level="error", lifespan="off", ws="none")
    )
    thread = threading.Thread(target=server.run, args=([place.socket],), daemon=True)
    thread.start()
    try:
        yield place.url.rstrip("/")
    finally:
        server.should_exit = True
        thread.join()
        place.socket.close()

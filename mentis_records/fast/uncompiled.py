"""What kernels use of Cython's own module, for running their source as plain Python."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

compiled = False
nogil: AbstractContextManager[None] = nullcontext()
gil: AbstractContextManager[None] = nullcontext()

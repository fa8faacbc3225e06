"""Formats of what was found in records, one a file; the registry of them."""

from mentis_records.export.diagnostic.registry import FORMATS, DiagnosticFormat

__all__ = ["FORMATS", "DiagnosticFormat"]

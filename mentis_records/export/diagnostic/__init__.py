"""Output formats for diagnostics, one per file, and their registry."""

from mentis_records.export.diagnostic.registry import FORMATS, DiagnosticFormat

__all__ = ["FORMATS", "DiagnosticFormat"]

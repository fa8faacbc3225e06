"""Files in a report's folder: put there whole, and only in the place of what a report wrote."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from errno import EEXIST, ENOTDIR
from pathlib import Path

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.document.manifest import (
    Manifest,
    ManifestError,
    is_within,
    read_manifest,
)


@dataclass(frozen=True, slots=True)
class PlacedFiles:
    """What was put into a folder, the manifest last, and what was ``left`` as it is."""

    written: tuple[Path, ...]
    left: tuple[Path, ...]


def place_files(folder: Path, manifest: Manifest, contents: Mapping[str, bytes]) -> PlacedFiles:
    """Put the files of a manifest into a folder, which is made if there is none.

    What an earlier run of the same report wrote is replaced, or removed if it is not among these,
    unless it has been changed since. Without files the manifest goes, too.

    The manifest is written first, so that a later run knows the files of one that is killed, and
    each file beside its place (``.NAME.part``), where it goes when it is whole.

    Raises:
        FileExistsError: a file of such a name is there that no earlier run wrote.
        NotADirectoryError: a folder for them is a file, or a symbolic link.
        OSError: the folder or a file cannot be written.
    """
    before = _earlier(folder / manifest.name)
    _check_folders(folder, manifest)
    changed = _changed(folder, before, manifest)
    folder.mkdir(parents=True, exist_ok=True)
    _sweep(folder, before, manifest)
    place = folder / manifest.name
    _put(place, replace(manifest, earlier=_replaced(folder, before)).format().encode())
    for name, content in contents.items():
        if folder / name not in changed:
            (folder / name).parent.mkdir(exist_ok=True)
            _put(folder / name, content)
    left = (*changed, *_remove_stale(folder, before, manifest))
    if contents:
        _put(place, manifest.format().encode())
    else:
        place.unlink()
    written = (folder / name for name in contents)
    return PlacedFiles((*(file for file in written if file not in changed), place), left)


def _check_folders(folder: Path, manifest: Manifest) -> None:
    """Refuse folders that are something else.

    Raises:
        NotADirectoryError: one is a file, or a symbolic link.
    """
    for parent in {(folder / name).parent for name in manifest.files} - {folder}:
        if parent.is_symlink() or (parent.exists() and not parent.is_dir()):
            words = "is not a folder, or is a symbolic link: choose another folder for the report"
            raise NotADirectoryError(ENOTDIR, words, str(parent))


def _changed(folder: Path, before: Manifest | None, now: Manifest) -> tuple[Path, ...]:
    """Return the files to write that are there already and were changed since an earlier run.

    Raises:
        FileExistsError: a file is there that no earlier run wrote.
        OSError: a file cannot be read.
    """
    changed = []
    for name in (now.name, *now.files):
        file = folder / name
        if not (file.is_symlink() or file.exists()):
            continue
        if before is None or name not in (before.name, *before.names):
            if name in now.files and now.is_unchanged(folder, name):
                continue
            words = "is not from an earlier report and is not replaced: choose another folder"
            raise FileExistsError(EEXIST, words, str(file))
        if name in before.names and not before.is_unchanged(folder, name):
            changed.append(file)
    return tuple(changed)


def _earlier(file: Path) -> Manifest | None:
    """Return what an earlier run says it wrote, if that can be read."""
    with suppress(OSError, ManifestError):
        return read_manifest(file)
    return None


def _replaced(folder: Path, before: Manifest | None) -> dict[str, str]:
    """Return the files of an earlier run that are as it wrote them, with their hashes."""
    if before is None:
        return {}
    found = ((name, before.find_unchanged(folder, name)) for name in sorted(before.names))
    return {name: digest for name, digest in found if digest is not None}


def _put(file: Path, content: bytes) -> None:
    """Put a file into its place when it is whole.

    Raises:
        OSError: it cannot be written.
    """
    part = _part_of(file)
    try:
        part.unlink(missing_ok=True)
        with part.open("xb") as stream:
            stream.write(content)
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(file)) from None


def _part_of(file: Path) -> Path:
    return file.with_name(f".{file.name}.part")


def _sweep(folder: Path, before: Manifest | None, now: Manifest) -> None:
    """Delete what a run that was killed has left beside its files."""
    for name in (*now.files, *(before.names if before else ())):
        part = _part_of(folder / name)
        if is_within(folder, name) and (part.is_symlink() or part.is_file()):
            part.unlink()


def _remove_stale(folder: Path, before: Manifest | None, now: Manifest) -> tuple[Path, ...]:
    """Remove the files of an earlier run that are none of this; return those that must stay."""
    left = []
    for name in sorted(before.names - set(now.files)) if before else ():
        file = folder / name
        if before is not None and before.is_unchanged(folder, name):
            file.unlink()
            if file.parent != folder:
                with suppress(OSError):  # others' files are in it
                    file.parent.rmdir()
        elif is_within(folder, name) and (file.is_symlink() or file.exists()):
            left.append(file)
    return tuple(left)

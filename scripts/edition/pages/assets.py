"""Assets of the pages: fingerprints of files, and the text font, subset to the characters of Spanish."""

from __future__ import annotations

import hashlib
import io
from importlib.metadata import version
from importlib.resources import files

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from edition.files import Keep, keep_nothing

_PACKAGE, _FILE = "fontpkg_literata", "files/Literata[opsz,wght].ttf"
_AXES = {"wght": 400, "opsz": 14}
_CHARACTERS = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "áéíóúüñçÁÉÍÓÚÜÑÇàèìòùâêîôûëïö"
    + "¿¡«»“”‘’—–…·•ºª°×−±→≈¶§€©\u00a0\u202f\u2011"
)
_FEATURES = ["kern", "liga", "onum", "lnum", "ccmp", "locl", "mark"]
# fontTools' own packer gives the same bytes with any HarfBuzz, and saves 32.
_PACKING = {"fontTools.ttLib.tables.otBase:USE_HARFBUZZ_REPACKER": False}


def fingerprint(data: bytes) -> str:
    """Return a short hash of a file's bytes, to put into its URL."""
    return hashlib.sha256(data).hexdigest()[:8]


def serif(keep: Keep = keep_nothing) -> bytes:
    """Return the text font as WOFF2: one weight, one optical size, the characters of Spanish."""
    recipe = version(_PACKAGE.replace("_", "-")), version("fonttools"), _AXES, _CHARACTERS, _FEATURES, _PACKING
    return keep("serif.woff2", recipe, _subset)


def serif_licence() -> str:
    """Return the licence of the text font, which every copy of the font must include."""
    return files(_PACKAGE).joinpath("LICENSE").read_text(encoding="utf-8")


def _subset() -> bytes:
    data = io.BytesIO(files(_PACKAGE).joinpath(_FILE).read_bytes())
    font = TTFont(data, recalcTimestamp=False, cfg=_PACKING)
    options = subset.Options()
    options.layout_features = _FEATURES
    options.hinting = False
    options.notdef_outline = True
    cutter = subset.Subsetter(options)
    cutter.populate(text=_CHARACTERS)
    cutter.subset(font)
    font = instancer.instantiateVariableFont(font, _AXES)
    font.flavor = "woff2"
    target = io.BytesIO()
    font.save(target)
    return target.getvalue()

"""What the pages load: files by their fingerprint, and the text face cut down to what Spanish needs."""

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
# By fontTools itself, whatever HarfBuzz there is: 32 bytes less.
_PACKING = {"fontTools.ttLib.tables.otBase:USE_HARFBUZZ_REPACKER": False}


def fingerprint(data: bytes) -> str:
    """Return a short name for the bytes of a file, to put into its address."""
    return hashlib.sha256(data).hexdigest()[:8]


def serif(keep: Keep = keep_nothing) -> bytes:
    """Return the text face as WOFF2: one weight, one size, the characters of Spanish."""
    recipe = version(_PACKAGE.replace("_", "-")), version("fonttools"), _AXES, _CHARACTERS, _FEATURES, _PACKING
    return keep("serif.woff2", recipe, _subset)


def serif_licence() -> str:
    """Return the licence that the text face comes under, which goes with every copy of it."""
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

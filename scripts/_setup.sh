# Sourced by the other scripts. Changes to the root of the repository and installs what they need: in .venv and
# node_modules, and as root on Debian also Debian packages. Installed packages stay, so a second call costs nothing.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."
export PATH="$PWD/.venv/bin:$PATH:/usr/sbin" NO_MKDOCS_2_WARNING=1

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }
is_root() { [ "$(id -u)" = 0 ]; }
is_debian() { grep -qx 'ID=debian' /etc/os-release 2>/dev/null; }
apt_install() {
    command -v apt-get >/dev/null || return
    { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy "$@"; } >&2
}

# After a successful install, a copy of its input files stays in .venv. An interrupted install, or one whose
# files have changed since, runs again.
is_done() { name=$1; shift; cat "$@" | cmp -s - ".venv/$name.done" 2>/dev/null; }
set_done() { name=$1; shift; cat "$@" > ".venv/$name.done"; }

recent_python() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

need_venv() {
    recent_python .venv/bin/python && [ -f .venv/venv.done ] && return
    for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11} ''; do
        recent_python "$python" && break
    done
    [ "$python" ] || die "Python 3.11 or newer is needed: install it, or name it in PYTHON, and run this again."

    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then # separate packages in Debian
        package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
        { is_root && apt_install "$package"; } ||
            die "Python's venv module is missing: run 'sudo apt-get install $package' and this again."
    fi
    say "Making .venv with $("$python" --version) ..."
    "$python" -m venv --clear .venv || die "Could not make .venv: see above."
    set_done venv /dev/null
}

# uv takes a third of pip's time. If it fails, pip has a try: uv does not read pip's settings.
uv_install() {
    command -v uv >/dev/null && uv pip install --quiet --python .venv/bin/python --compile-bytecode --require-hashes -r "$1"
}

# need_python FILE: installs the packages of a requirements file
need_python() {
    need_venv
    name=$(echo "$1" | tr / -)
    is_done "$name" "$1" && return
    say "Installing $1 ..."
    uv_install "$1" || python -m pip install --quiet --no-input --disable-pip-version-check --require-hashes -r "$1" ||
        die "Could not install $1: see above, and run this again."
    set_done "$name" "$1"
    hash -r
}

# get_program NAME PACKAGE: installs a program if this is Debian and we are root; fails if there is none
get_program() {
    command -v "$1" >/dev/null && return
    is_root && is_debian || return
    say "Installing $2 ..."
    apt_install "$2" && command -v "$1" >/dev/null
}

recent_node() {
    command -v npm >/dev/null && node -e 'process.exit(+(parseInt(process.versions.node) < 20))' 2>/dev/null
}

# need_npm: installs the packages of package.json and makes the bundle. No package's install script runs.
need_npm() {
    set -- package.json package-lock.json scripts/bundle.mjs
    is_done npm "$@" && [ -f node_modules/.cache/edition/mermaid.js ] && return
    recent_node || need_python scripts/requirements/node.txt
    say "Installing package.json ..."
    { npm ci --ignore-scripts --include=dev --loglevel=error && node scripts/bundle.mjs; } >&2 ||
        die "Could not install package.json: see above, and run this again."
    set_done npm "$@"
}

find_chromium() {
    for CHROMIUM in chromium chromium-browser google-chrome google-chrome-stable \
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' \
        /Applications/Chromium.app/Contents/MacOS/Chromium; do
        "$CHROMIUM" --version >/dev/null 2>&1 && CHROMIUM=$(command -v "$CHROMIUM") && return
    done
    CHROMIUM=''
    return 1
}

# need_browser: sets CHROMIUM to its path, or to nothing for Playwright's own
need_browser() {
    export CHROMIUM="${CHROMIUM-}"
    [ "$CHROMIUM" ] || find_chromium && return
    if is_root && is_debian; then
        say "Installing chromium ..."
        apt_install chromium && find_chromium && return
    fi
    set -- chromium
    is_root && set -- --with-deps chromium
    python -m playwright install "$@" >&2 ||
        die "A browser is needed: install Chromium or Chrome, or name one in CHROMIUM, and run this again."
}

# want_engines: installs Firefox and WebKitGTK if this is Debian and we are root; says which one is not tested
want_engines() {
    { command -v firefox >/dev/null || get_program firefox-esr firefox-esr; } || say "Without Firefox; it is not tested."
    { get_program WebKitWebDriver webkit2gtk-driver && get_program Xvfb xvfb; } ||
        say "Without webkit2gtk-driver and xvfb; WebKit is not tested."
}

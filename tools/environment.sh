#!/usr/bin/env bash
# Makes the virtual environment and installs the project in it: environment.sh PYTHON FOLDER WHAT [REQUIREMENT…]
set -euo pipefail
python=$1 folder=$2 what=$3
shift 3

if ! command -v "$python" >/dev/null; then
  echo "Hanlin needs Python 3.11 or newer, and there is no '$python' here. Install it, or name yours: make play PYTHON=python3.12" >&2
  exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  echo "Hanlin needs Python 3.11 or newer; '$python' is $("$python" -V). Name a newer one: make play PYTHON=python3.12" >&2
  exit 1
fi

here=$folder/bin/python
if [ ! -x "$here" ]; then
  echo "Making the environment in $folder (once) …"
  "$python" -m venv --without-pip "$folder" || { rm -rf "$folder"; exit 1; }
fi

# Put pip into the environment. Debian keeps what that needs in a package of its own.
ensure_pip() {
  [ ! -x "$folder/bin/pip" ] || return 0
  "$here" -m ensurepip --default-pip >/dev/null 2>&1 && return 0
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null
    "$here" -m ensurepip --default-pip >/dev/null 2>&1 && return 0
  fi
  echo "Python's venv module is missing. On Debian and Ubuntu: sudo apt-get install python3-venv" >&2
  exit 1
}

# uv takes a fifth of pip's computing time. Where it is not there it is fetched, most quickly by the pip that Python has.
fetch_uv() {
  local wanted=(install --quiet --disable-pip-version-check --only-binary :all: uv)
  "$python" -m pip --python "$here" "${wanted[@]}" 2>/dev/null && return 0
  ensure_pip
  "$folder/bin/pip" "${wanted[@]}" 2>/dev/null
}

echo "Installing $what (half a minute, once) …"
uv=$(command -v uv || echo "$folder/bin/uv")
# Further requirements are releases for which pip may know smaller builds than uv finds, by its own settings.
if [ $# = 0 ] && { [ -x "$uv" ] || fetch_uv; }; then
  # The packages' mirror that pip uses, if any.
  mirror=${PIP_INDEX_URL:-$("$python" -m pip config get global.index-url 2>/dev/null || true)}
  [ -z "$mirror" ] || export UV_DEFAULT_INDEX=${UV_DEFAULT_INDEX:-$mirror}
  if "$uv" pip install --quiet --python "$here" --editable "$what" pip 2>/dev/null; then
    exit 0
  fi
fi
# Where uv is not to be had, or has failed. What is never imported need not be compiled: Python does it on the first import.
ensure_pip
"$folder/bin/pip" install --quiet --disable-pip-version-check --no-compile --editable "$what" "$@"

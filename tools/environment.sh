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

make_venv() { "$python" -m venv "$folder" >/dev/null 2>&1; }

if [ ! -x "$folder/bin/pip" ]; then
  echo "Making the environment in $folder (once) …"
  if ! make_venv; then
    # Debian keeps the venv module in a package of its own.
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
      apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null
    fi
    rm -rf "$folder"
    make_venv || {
      echo "Python's venv module is missing. On Debian and Ubuntu: sudo apt-get install python3-venv" >&2
      exit 1
    }
  fi
fi
echo "Installing $what (half a minute, once) …"
# uv installs in a third of pip's time where it is there; pip also knows the packages' mirrors of this machine.
if command -v uv >/dev/null && uv pip install --quiet --python "$folder/bin/python" --editable "$what" "$@" 2>/dev/null; then
  exit 0
fi
# What is never imported need not be compiled: Python compiles the rest when it is first imported.
"$folder/bin/pip" install --quiet --disable-pip-version-check --no-compile --editable "$what" "$@"

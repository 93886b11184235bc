#!/usr/bin/env bash
# Sees to it that the browser tests find Debian's Chromium; where that can't be, says what will be skipped.
set -euo pipefail

found() { [ -n "${HANLIN_CHROMIUM:-}" ] || command -v chromium >/dev/null || command -v chromium-browser >/dev/null; }

found && exit 0
if command -v apt-get >/dev/null; then
  as_root=""
  [ "$(id -u)" = 0 ] || as_root="sudo -n"
  if $as_root true 2>/dev/null; then
    echo "Installing Chromium for the browser tests (once) …"
    $as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null || true
  fi
fi
found && exit 0
if [ "${CI:-}" = true ]; then
  echo "Chromium is missing and could not be installed; with CI=true the browser tests may not be skipped." >&2
  exit 1
fi
echo "SKIPPED: the browser tests. Chromium is missing and this user may not install it; install the package 'chromium', or set HANLIN_CHROMIUM to a browser." >&2

#!/usr/bin/env bash
# Sees to it that the tests find Debian's nginx; where that can't be, says what will be skipped.
set -euo pipefail

found() { command -v nginx >/dev/null || [ -x /usr/sbin/nginx ]; }

found && exit 0
if command -v apt-get >/dev/null; then
  as_root=""
  [ "$(id -u)" = 0 ] || as_root="sudo -n"
  if $as_root true 2>/dev/null; then
    echo "Installing nginx for the tests (once) …"
    # It is run by the tests only; the package alone would start it at port 80.
    $as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq nginx-light >/dev/null || true
  fi
fi
found && exit 0
if [ "${CI:-}" = true ]; then
  echo "nginx is missing and could not be installed; with CI=true its test may not be skipped." >&2
  exit 1
fi
echo "SKIPPED: the test with nginx before the server. It is missing and this user may not install it; install the package 'nginx-light'." >&2

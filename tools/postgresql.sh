#!/usr/bin/env bash
# Sees to it that the tests find Debian's PostgreSQL; where that can't be, says what will be skipped.
set -euo pipefail

found() { command -v pg_ctl >/dev/null || compgen -G "/usr/lib/postgresql/*/bin/pg_ctl" >/dev/null; }

found && exit 0
if command -v apt-get >/dev/null; then
  as_root=""
  [ "$(id -u)" = 0 ] || as_root="sudo -n"
  if $as_root true 2>/dev/null; then
    echo "Installing PostgreSQL for the tests (once) …"
    $as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null || true
  fi
fi
found && exit 0
if [ "${CI:-}" = true ]; then
  echo "PostgreSQL is missing and could not be installed; with CI=true its tests may not be skipped." >&2
  exit 1
fi
echo "SKIPPED: the tests on PostgreSQL. It is missing and this user may not install it; install the package 'postgresql'." >&2

"""Which tests there are: those of ``tests/extras`` need libraries that only ``make test-extras`` installs."""

from __future__ import annotations

import os

collect_ignore = [] if os.environ.get("HANLIN_EXTRAS") else ["extras"]

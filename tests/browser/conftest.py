"""A server of our own and Debian's Chromium, driven by Playwright.

Without Chromium these tests are skipped, saying so; with CI=true that is a failure. HANLIN_CHROMIUM names another one.
"""

from __future__ import annotations

import os
import shutil

import pytest
from argon2 import PasswordHasher

from hanlin.server.accounts import passwords
from hanlin.server.uploads import service
from helpers.at_the_table import DESK, PATIENCE, PHONE, Server, Table

NOT_WANTED = (
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,SpareRendererForSitePerProcess"
)
"""What of the browser no page needs: pages of its address bar, drawn anew for each window, which would take half of these
tests' CPU time; a process in store for the next page, of which each context makes another one; and what Playwright leaves
out, since the browser heeds the last such list only."""
FLAGS = [
    f"--disable-features={NOT_WANTED}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium_path():
    wanted = os.environ.get("HANLIN_CHROMIUM")
    return wanted or shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def pytest_collection_modifyitems(items):
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium():
    path = chromium_path()
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail("The browser tests need Chromium: install it (apt-get install chromium) or set HANLIN_CHROMIUM.")
        pytest.skip("Chromium is not installed, so nothing was tested in a browser.")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session", autouse=True)
def patience():
    """Replace time limits by generous ones, so that a busy machine fails no test; and store passwords cheaply."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "PATIENCE", float(PATIENCE))
        patch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("tables"))
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path):
    """A server that a test may stop."""
    server = Server(tmp_path)
    yield server
    server.stop()


@pytest.fixture
def new_context(chromium):
    """A factory of browser contexts that fail the test on any error of the page's scripts."""
    contexts, faults = [], []

    def make(viewport=None, **more):
        context = chromium.new_context(**{"viewport": viewport or DESK, "reduced_motion": "reduce", **more})
        context.set_default_timeout(1000 * PATIENCE)
        contexts.append(context)
        context.on("weberror", lambda error: faults.append(str(error.error)))
        context.on(
            "console", lambda message: faults.append(message.text) if "Content Security Policy" in message.text else None
        )
        return context

    yield make
    for context in contexts:
        context.close()
    assert not faults, faults


@pytest.fixture
def table(new_context, server):
    return Table(new_context().new_page(), server)


@pytest.fixture
def phone(new_context, server):
    return Table(new_context(PHONE, has_touch=True, is_mobile=True).new_page(), server)

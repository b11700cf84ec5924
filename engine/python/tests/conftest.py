"""MuJoCo writes its log into the current directory: each test has one of its own."""

import pytest


@pytest.fixture(autouse=True)
def directory_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

#!/usr/bin/env python3
"""Holds docs/public-api.txt to what the library offers, so that every change of the surface is seen in a review.

    scripts/public-api.py             fails if the file and the code differ
    scripts/public-api.py --update    writes the file

The list is read from the pages that rustdoc writes: what is public but hidden is not in them, and is no promise. `cargo doc` may not
warn either.
"""

import argparse
import difflib
import html.parser
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "docs" / "public-api.txt"
HEADER = "The public surface of plumbline-physics, with all features. Written by scripts/public-api.py --update.\n"
# Where a page has what others can call: what it has of its own, what it implements, and what it is automatically.
OWN, TRAITS, AUTOMATIC = "implementations-list", "trait-implementations-list", "synthetic-implementations-list"
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"}


class Page(html.parser.HTMLParser):
    """The declarations on a page, as lines."""

    def __init__(self, text):
        super().__init__()
        self.open = []
        self.declarations = []
        self.links = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag in VOID:
            return
        classes = (attributes.get("class") or "").split()
        self.open.append((tag, attributes.get("id") or "", classes))
        if self.kind() and ("item-decl" in classes or "code-header" in classes or tag == "dt"):
            self.declarations.append([self.kind(), ""])
        if tag == "a":
            self.links.append(attributes.get("href") or "")

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if self.kind() and not any("src" in classes or "since" in classes for _, _, classes in self.open):
            self.declarations[-1][1] += data

    def kind(self):
        """What is being read: an item, a re-export, an implementation or a part of one."""
        place = {identity for _, identity, _ in self.open}
        for tag, identity, classes in self.open:
            if tag == "dt" and identity.startswith("reexport."):
                return "reexport"
            if "item-decl" in classes:
                return "item"
            if "code-header" not in classes:
                continue
            if tag == "h3" and place & {OWN, TRAITS}:
                return "impl"
            if tag == "h3" and AUTOMATIC in place:
                return "automatic"
            if OWN in place:
                return "part"
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--update", action="store_true", help="write the file")
    arguments = parser.parse_args()
    text = surface(document())
    if arguments.update:
        LIST.write_text(text)
        return 0
    before = LIST.read_text() if LIST.is_file() else ""
    if text == before:
        print(f"public api: {len(text.splitlines())} lines, as listed")
        return 0
    sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), text.splitlines(True), "listed", "in the code", n=1))
    print("public api: the surface changed. If it was meant to: scripts/public-api.py --update, and a line in CHANGELOG.md.")
    return 1


def document():
    """The pages of the library, made without a warning."""
    command = ["cargo", "doc", "-p", "plumbline-physics", "--no-deps", "--all-features", "--quiet"]
    subprocess.run(command, cwd=ROOT, check=True, env=os.environ | {"RUSTDOCFLAGS": "-Dwarnings"})
    command = ["cargo", "metadata", "--no-deps", "--format-version", "1"]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    return pathlib.Path(metadata["target_directory"]) / "doc" / "plumbline"


def surface(pages):
    links = Page((pages / "all.html").read_text()).links
    items = sorted({link for link in links if link.endswith(".html") and not link.startswith((".", "http"))} - {"index.html"})
    modules = sorted({str(pathlib.PurePath(item).parent / "index.html") for item in items} | {"index.html"})
    lines = [HEADER]
    for page in modules:
        reexports = [text for kind, text in Page((pages / page).read_text()).declarations if kind == "reexport"]
        if reexports:
            lines += [f"\n{path(page)}\n", *(indented(text, 1) for text in sorted(reexports))]
    for page in sorted(items, key=path):
        lines += [f"\n{path(page)}\n", *declarations((pages / page).read_text())]
    if len(items) < 10:
        sys.exit("public api: rustdoc writes its pages differently: this script has to learn how")
    return "".join(lines)


def path(page):
    """plumbline::error::Error of error/struct.Error.html."""
    *folders, name = pathlib.PurePath(page).parts
    name = [] if name == "index.html" else [name.split(".")[1]]
    return "::".join(["plumbline", *folders, *name])


def declarations(text):
    """The item, then its implementations in an order that does not follow the source."""
    item, implementations, parts = "", {}, []
    for kind, words in Page(text).declarations:
        if kind == "item":
            item = indented(words, 1)
        elif kind == "part":
            parts.append(indented(words, 2))
        elif kind == "impl" and "StructuralPartialEq" not in words or kind == "automatic" and words.startswith("impl !"):
            parts = implementations.setdefault(indented(words, 1), [])
    return [item, *(line for head in sorted(implementations) for line in [head, *sorted(implementations[head])])]


def indented(text, level):
    # Blanks in the pages are of several kinds
    lines = [line.replace("\xa0", " ").rstrip() for line in text.strip().splitlines()]
    return "".join(f"{'    ' * level}{line}\n" for line in lines if line)


if __name__ == "__main__":
    sys.exit(main())

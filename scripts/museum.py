#!/usr/bin/env python3
"""Finds real mismatches of the past again: of each pair of versions the broken one must fail where it did, the mended one must not.

    scripts/museum.py [--data FILE] [--engine NAME] [--only NAME] [--harness PROGRAM] [-v]

scripts/museum.toml has the pairs, each with its source. Engines are installed on first use (`harness simulators` lists them);
--engine mujoco takes the pairs that need nothing but MuJoCo's wheels. Ends with 0 if all are found again, else with 100.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]
KEYS = {"name", "what", "source", "model", "broken", "mended", "reference", "mode", "steps", "stage", "field", "fields"}
NEEDED = KEYS - {"reference", "steps", "fields"}


def read(path):
    """The pairs; a typo in them is an error."""
    pairs = tomllib.loads(path.read_text())["pair"]
    for pair in pairs:
        name = pair.get("name", "a pair without a name")
        if odd := set(pair) - KEYS:
            sys.exit(f"{path}: {name}: unknown keys {', '.join(sorted(odd))}")
        if missing := NEEDED - set(pair):
            sys.exit(f"{path}: {name}: {', '.join(sorted(missing))} missing")
        if not (path.parent / pair["model"]).is_file():
            sys.exit(f"{path}: {name}: there is no {pair['model']}")
    names = [pair["name"] for pair in pairs]
    if len(set(names)) < len(names):
        sys.exit(f"{path}: two pairs have the same name")
    return pairs


def compare(harness, pair, subject, folder):
    """The record of a subject on the pair's model, or what went wrong."""
    with tempfile.TemporaryDirectory() as place:
        words = [harness, "run", str(folder / pair["model"]), "--no-matrix", "--quiet", "--report-dir", place]
        words += ["--subject", subject, "--modes", pair["mode"], "--steps", str(pair.get("steps", 20))]
        if "reference" in pair:
            words += ["--reference", pair["reference"]]
        if "fields" in pair:
            words += ["--fields", ",".join(pair["fields"])]
        done = subprocess.run(words, capture_output=True, text=True)
        report = pathlib.Path(place, "latest", "report.jsonl")
        if not report.is_file():
            return None, (done.stderr.strip() or done.stdout.strip() or "no report").splitlines()[-1]
        lines = map(json.loads, report.read_text().splitlines())
        records = [line for line in lines if line["type"] == "record" and line["mode"] == pair["mode"]]
        return (records[0], None) if records else (None, "the model was not compared")


def verdict(pair, record):
    """Where the first difference is, and whether it is the one that is known."""
    finding = record.get("finding") or {}
    place = f"{finding['stage']} {finding['field']}" if finding else record["outcome"]
    differing = {worst["field"] for worst in record.get("differing", [])} | {finding.get("field")}
    return place, record["outcome"], differing


def visit(harness, pair, folder):
    """What is wrong with a pair, and what was seen."""
    said = []
    for which in ("broken", "mended"):
        record, trouble = compare(harness, pair, pair[which], folder)
        if record is None:
            return f"{pair[which]}: {trouble}", said
        place, outcome, differing = verdict(pair, record)
        said.append(f"{pair[which]} {outcome} {place}")
        if record["coverage"]["values"] == 0:
            return f"{pair[which]}: nothing was compared", said
        if which == "broken" and (outcome != "fail" or place != f"{pair['stage']} {pair['field']}"):
            return f"{pair[which]} should fail in {pair['stage']} {pair['field']}, not {outcome} {place}", said
        if which == "mended" and (outcome == "fail" or pair["field"] in differing):
            return f"{pair[which]} should not fail, but does in {place}", said
    return None, said


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=pathlib.Path, default=ROOT / "scripts/museum.toml")
    parser.add_argument("--engine", help="only pairs of this engine, such as mujoco or mjx")
    parser.add_argument("--only", help="only the pair of this name")
    parser.add_argument("--harness", default=os.environ.get("HARNESS", "harness"))
    parser.add_argument("-v", "--verbose", action="store_true")
    arguments = parser.parse_args()
    pairs = read(arguments.data)
    if arguments.engine:
        pairs = [pair for pair in pairs if pair["broken"].split("@")[0] == arguments.engine]
    if arguments.only:
        pairs = [pair for pair in pairs if pair["name"] == arguments.only]
    if not pairs:
        sys.exit("there is no such pair")
    lost = 0
    for pair in pairs:
        wrong, said = visit(arguments.harness, pair, arguments.data.parent)
        lost += wrong is not None
        word = "found" if wrong is None else "LOST "
        print(f"{word} {pair['name']}: {wrong or pair['what']}", flush=True)
        for line in said if arguments.verbose or wrong else ():
            print(f"      {line}", flush=True)
    print(f"{len(pairs) - lost} of {len(pairs)} found again")
    sys.exit(100 if lost else 0)


if __name__ == "__main__":
    main()

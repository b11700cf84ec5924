#!/usr/bin/env python3
"""Keeps ground won: the corpus models and modes in corpus.tsv stay bit-equal with MuJoCo.

The corpus is the folder ../shared/corpus or what PLUMBLINE_CORPUS names; without it there is nothing to do. A model that is listed
but differs, is gone or has another content fails. With --extend everything in the corpus is run, and what is equal is added.
"""

import argparse
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "scripts" / "corpus.tsv"
HEADER = "path\tsha256\tmodes"
MODES = ["compile", "save", "forward", "forced", "free", "inverse", "query", "derivative", "edit"]


def main():
    arguments = parse()
    corpus = pathlib.Path(arguments.corpus)
    if not corpus.is_dir():
        print(f"corpus: {corpus} is not there, nothing to check")
        return 0
    listed = read_list()
    complaints = changed_models(corpus, listed)
    wanted = all_models(corpus) if arguments.extend else list(listed)
    present = [path for path in wanted if (corpus / path).is_file()]
    if not present:
        print("corpus: none of the models is there")
        return 1
    equal, reasons = run(arguments, corpus, present)
    for path, (_, modes) in sorted(listed.items()):
        for mode in modes:
            if path in present and mode not in equal.get(path, []):
                reason = reasons.get((path, mode), "not compared")
                complaints.append(f"{path} {mode} is lost: {reason}")
    if arguments.extend:
        for path, modes in equal.items():
            old = listed.get(path, (None, []))[1]
            listed[path] = (digest(corpus / path), [mode for mode in MODES if mode in {*modes, *old}])
        write_list(listed)
        report_rest(present, equal, reasons)
    for complaint in complaints:
        print(f"corpus: {complaint}")
    count = sum(len(modes) for _, modes in listed.values())
    print(f"corpus: {len(listed)} models with {count} modes listed, {len(complaints)} complaints")
    return 1 if complaints else 0


def parse():
    default = os.environ.get("PLUMBLINE_CORPUS") or str(ROOT.parent / "shared" / "corpus")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", default=default, help="folder of the models [default: %(default)s]")
    parser.add_argument("--harness", default=str(ROOT / "target" / "release" / "harness"), help="the program")
    parser.add_argument("--steps", type=int, default=20, help="steps of forced and free runs [default: %(default)s]")
    parser.add_argument("--extend", action="store_true", help="run all models and add what is equal to the list")
    return parser.parse_args()


def read_list():
    """Path -> content hash and modes."""
    listed = {}
    for number, line in enumerate(LIST.read_text().splitlines(), 1):
        if number == 1:
            continue
        columns = line.split("\t")
        modes = columns[-1].split(",")
        if len(columns) != 3 or not set(modes) <= set(MODES):
            sys.exit(f"{LIST}:{number}: expected path, sha256 and modes")
        listed[columns[0]] = (columns[1], modes)
    return listed


def write_list(listed):
    rows = [f"{path}\t{sha256}\t{','.join(modes)}" for path, (sha256, modes) in sorted(listed.items())]
    LIST.write_text("\n".join([HEADER, *rows]) + "\n")


def all_models(corpus):
    rows = (corpus / "models.tsv").read_text().splitlines()[1:]
    return [row.split("\t")[0] for row in rows]


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def changed_models(corpus, listed):
    complaints = []
    for path, (sha256, _) in sorted(listed.items()):
        if not (corpus / path).is_file():
            complaints.append(f"{path} is gone")
        elif digest(corpus / path) != sha256:
            complaints.append(f"{path} is not the file that was listed: its content differs")
    return complaints


def run(arguments, corpus, models):
    """The equal modes of each model, and why the others are not."""
    by_path = {str(corpus / path): path for path in models}
    with tempfile.TemporaryDirectory() as folder:
        command = [arguments.harness, "run", *by_path, "--quiet", "--steps", str(arguments.steps), "--report-dir", folder]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        report = pathlib.Path(folder) / "latest" / "report.jsonl"
        if not report.is_file():
            sys.exit(f"corpus: the harness made no report:\n{done.stdout}")
        lines = [json.loads(line) for line in report.read_text().splitlines()]
    equal, reasons = {}, {}
    for record in (line for line in lines if line["type"] == "record"):
        path, mode = by_path[record["path"]], record["mode"]
        if record["outcome"] in ("pass", "stopped"):
            equal.setdefault(path, []).append(mode)
        else:
            finding = record.get("finding") or {}
            detail = finding.get("field") or record.get("message") or ", ".join(record.get("missing", []))
            reasons[path, mode] = f"{record['outcome']}: {' '.join(detail.split())[:160]}"
    return equal, reasons


def report_rest(models, equal, reasons):
    for path in models:
        for mode in MODES:
            if mode not in equal.get(path, []) and (path, mode) in reasons:
                print(f"not equal: {path} {mode}: {reasons[path, mode]}")


if __name__ == "__main__":
    sys.exit(main())

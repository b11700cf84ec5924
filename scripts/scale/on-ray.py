#!/usr/bin/env python3
"""A run over a large set of models on a Ray cluster: a task for each shard, and one merged report.

    scripts/scale/on-ray.py --shards N [--place DIR] [--address ADDRESS] [--tries N] [--cpus N] -- MODELS.. [FLAGS OF harness run]

Models and program are where they are on every node; reports come back through Ray, so that the nodes need not share a directory. A
shard whose worker or node is lost is tried again, and goes on where it ended if that node still has its report. PLACE/<shard>/ has the
reports of the shards and PLACE/merged/ the merged one. HARNESS names the program. The exit code is that of the whole run. Without
--address, Ray starts on this machine. Needs `pip install ray`.
"""

import argparse
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time


class Lost(Exception):
    """The program ended without a whole report."""


def shard(number, of, words, jobs, key):
    """Runs one shard on some node; the bytes of its report."""
    harness = os.environ.get("HARNESS", "harness")
    place = pathlib.Path(tempfile.gettempdir()) / f"harness-{key}-{number}"
    latest = place / "latest"
    earlier = ["--resume", str(latest)] if (latest / "report.jsonl").exists() else []
    command = [harness, "run", *words, "--shard", f"{number}/{of}", "--report-dir", str(place), "--jobs", str(jobs), *earlier]
    ended = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if ended.returncode == 2:
        # What cannot be understood is no better the second time.
        raise SystemExit(ended.stderr.strip())
    if ended.returncode not in (0, 100):
        raise Lost(f"shard {number} ended with exit code {ended.returncode}: {ended.stderr[-500:]}")
    report = (latest / "report.jsonl").read_bytes()
    shutil.rmtree(place, ignore_errors=True)
    return report


def main():
    own, words = split(sys.argv[1:])
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shards", type=int, required=True)
    parser.add_argument("--place", type=pathlib.Path, default=pathlib.Path("shards"))
    parser.add_argument("--address", help="the cluster, as ray.init takes it")
    parser.add_argument("--tries", type=int, default=3)
    parser.add_argument("--cpus", type=int, default=1, help="cores of each shard")
    arguments = parser.parse_args(own)
    if arguments.shards < 1 or not words:
        parser.error("--shards takes a number above 0, and models come after --")
    if arguments.place.exists() and any(arguments.place.iterdir()):
        parser.error(f"{arguments.place} has shards of another run")
    harness = shutil.which(os.environ.get("HARNESS", "harness"))
    if harness is None:
        parser.error("there is no program `harness`; HARNESS names it")
    # Paths mean on every node what they mean here.
    words = [os.path.abspath(word) if os.path.exists(word) else word for word in words]

    import ray

    ray.init(address=arguments.address, log_to_driver=False, runtime_env={"env_vars": {"HARNESS": os.path.abspath(harness)}})
    key = hashlib.sha256(f"{os.uname().nodename} {os.getpid()} {time.time_ns()}".encode()).hexdigest()[:12]
    # Ray tries again after the loss of a worker by itself, and after our own errors as far as they are listed.
    task = ray.remote(num_cpus=arguments.cpus, max_retries=arguments.tries - 1, retry_exceptions=[Lost])(shard)
    pending = {task.remote(number, arguments.shards, words, arguments.cpus, key): number for number in range(1, arguments.shards + 1)}
    while pending:
        (ended,), _ = ray.wait(list(pending), num_returns=1)
        number = pending.pop(ended)
        try:
            report = ray.get(ended)
        except ray.exceptions.RayError as error:
            print(f"on-ray: shard {number} is lost: {str(error).strip().splitlines()[-1]}", file=sys.stderr)
            continue
        place = arguments.place / str(number)
        place.mkdir(parents=True)
        (place / "report.jsonl").write_bytes(report)
        print(f"shard {number} of {arguments.shards} is there", flush=True)
    ray.shutdown()
    reports = sorted(arguments.place.glob("*/report.jsonl"), key=lambda path: int(path.parent.name))
    if not reports:
        print("on-ray: no shard ended", file=sys.stderr)
        return 1
    # A shard that is missing makes the merge fail, with its number.
    merge = [harness, "merge", *map(str, reports), "--report-dir", str(arguments.place / "merged")]
    return subprocess.run(merge).returncode


def split(words):
    """Our own arguments, and those after `--`."""
    at = words.index("--") if "--" in words else len(words)
    return words[:at], words[at + 1:]


if __name__ == "__main__":
    sys.exit(main())

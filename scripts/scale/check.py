#!/usr/bin/env python3
"""Runs generated cases over four workers, kills one in the middle, and holds the merged report to that of a single run.

    scripts/scale/check.py [--cases N] [--steps N] [--on slurm,ray]

`slurm` starts a cluster of its own on this machine: munged, slurmctld and four slurmd (Debian's packages slurmctld, slurmd, munge; as
root). `ray` starts a local cluster of four node processes (pip install ray). What is killed is a whole node: its daemon, and everything
that the daemon started. HARNESS names the program.
"""

import argparse
import contextlib
import glob
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
WORKERS = 4
FLAGS = ["--modes", "compile,forward,free", "--steps"]
PATIENCE = 240

MODEL = """<mujoco>
  <option integrator="{integrator}"/>
  <worldbody>
    <geom type="plane" size="1 1 .1"/>
    <body name="arm" pos="0 0 {height}">
      <joint name="shoulder" axis="0 1 0" damping="0.{number:03}"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .{length:02} 0 0"/>
      <body pos=".{length:02} 0 0"><joint name="elbow" axis="0 .3 1"/><geom type="sphere" size=".05"/></body>
    </body>
    <body pos="0.31 0 .11"><freejoint/><geom type="sphere" size=".1"/></body>
  </worldbody>
  <actuator><motor joint="elbow"/></actuator>
</mujoco>
"""


def generate(folder, count):
    """Models that nobody wrote; every fiftieth is one that neither side loads, which is not ok."""
    for number in range(count):
        text = MODEL.format(integrator=("Euler", "RK4", "implicit")[number % 3], number=number % 1000, height=0.4 + number / 10 / count, length=21 + number % 57)
        if number % 50 == 49:
            text = text.replace("capsule", "nothing")
        (folder / f"case_{number:05}.xml").write_text(text)


def content(report):
    """A report without what the clock says and who ran it."""
    lines = [json.loads(line) for line in (report / "report.jsonl").read_text().splitlines()]
    for line in lines:
        for key in ("seconds", "time", "run", "command", "host"):
            line.pop(key, None)
    return lines


def wait_for(what, condition, patience=PATIENCE):
    begin = time.monotonic()
    while not (found := condition()):
        if time.monotonic() - begin > patience:
            raise TimeoutError(f"no {what} after {patience} s")
        time.sleep(0.01)
    return found


def parent(pid):
    with contextlib.suppress(OSError):
        return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def processes():
    """Numbers and words of what runs."""
    for entry in pathlib.Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit():
                yield int(entry.name), (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")


def descendants(pid):
    children = {}
    for other, _ in processes():
        children.setdefault(parent(other), []).append(other)
    found = [pid]
    for one in found:
        found.extend(children.get(one, []))
    return found


class Slurm:
    """A cluster on this machine that ends with the test."""

    def __init__(self, folder, flags):
        self.folder, self.flags, self.daemons = folder, flags, {}
        host = os.uname().nodename
        (folder / "munge.key").write_bytes(os.urandom(128))
        (folder / "munge.key").chmod(0o400)
        nodes = "\n".join(f"NodeName=worker{n} NodeHostname={host} NodeAddr=127.0.0.1 Port={27210 + n} CPUs=1 RealMemory=500" for n in range(1, WORKERS + 1))
        self.config = folder / "slurm.conf"
        self.config.write_text(f"""ClusterName=check
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort=27209
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdTimeout=5
JobRequeue=1
MpiDefault=none
{nodes}
PartitionName=all Nodes=worker[1-{WORKERS}] Default=YES MaxTime=INFINITE State=UP
""")
        (folder / "state").mkdir()
        # munged refuses directories that others may write to.
        folder.chmod(0o755)
        munged = ["munged", "--foreground", "--force", f"--socket={folder}/munge.socket", f"--key-file={folder}/munge.key"]
        self.start("munged", [*munged, f"--log-file={folder}/munged.log", f"--pid-file={folder}/munged.pid", f"--seed-file={folder}/munged.seed"])
        wait_for("munge", (folder / "munge.socket").exists)
        self.env = {**os.environ, "SLURM_CONF": str(self.config)}
        self.start("slurmctld", ["slurmctld", "-D"])
        for n in range(1, WORKERS + 1):
            self.start(f"worker{n}", ["slurmd", "-D", "-N", f"worker{n}"])
        wait_for("idle nodes", lambda: self.say("sinfo", "-h", "-o", "%D %T").strip() == f"{WORKERS} idle")

    def start(self, name, command):
        with open(self.folder / f"{name}.out", "w") as out:
            env = {**os.environ, "SLURM_CONF": str(self.config)}
            self.daemons[name] = subprocess.Popen(command, stdout=out, stderr=out, env=env)

    def say(self, *command):
        return subprocess.run(command, env=self.env, stdout=subprocess.PIPE, text=True).stdout

    def run(self, place, models):
        command = [HERE / "slurm", "--shards", str(WORKERS), "--place", place, "--wait", "--", models, *self.flags]
        return subprocess.Popen([str(word) for word in command], env=self.env)

    def lose(self, run, place, number, half):
        """The node on which a shard runs is gone."""
        step = worker(place / str(number), run, half)
        while step > 1 and not pathlib.Path(f"/proc/{step}/comm").read_text().startswith("slurmstepd"):
            step = parent(step)
        job = self.say("squeue", "-h", "-r", "-o", "%i %N", "-t", "R").splitlines()
        node = next(line.split()[1] for line in job if line.split()[0].endswith(f"_{number}"))
        self.daemons.pop(node).kill()
        for pid in reversed(descendants(step)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return node

    def end(self):
        for name, daemon in reversed(self.daemons.items()):
            daemon.terminate()
        for daemon in self.daemons.values():
            with contextlib.suppress(subprocess.TimeoutExpired):
                daemon.wait(20)


class Ray:
    """A cluster of node processes on this machine."""

    def __init__(self, folder, flags):
        self.flags = flags
        # The nodes have it from here, and shards keep their reports in it.
        os.environ["TMPDIR"] = str(folder)
        from ray.cluster_utils import Cluster

        # The head takes no work.
        self.cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
        self.nodes = [self.cluster.add_node(num_cpus=1) for _ in range(WORKERS)]
        self.cluster.wait_for_nodes()
        self.temporary = folder

    def run(self, place, models):
        command = [sys.executable, HERE / "on-ray.py", "--shards", str(WORKERS), "--place", place, "--address", self.cluster.address, "--", models, *self.flags]
        return subprocess.Popen([str(word) for word in command])

    def lose(self, run, _place, number, half):
        """The node on which a shard runs is gone."""
        raylet = worker(self.temporary / f"harness-*-{number}", run, half)
        while raylet > 1 and "raylet" not in pathlib.Path(f"/proc/{raylet}/comm").read_text():
            raylet = parent(raylet)
        doomed = descendants(raylet)
        lost = next(node for node in self.nodes if node.all_processes["raylet"][0].process.pid == raylet)
        self.cluster.remove_node(lost, allow_graceful=False)
        for one in reversed(doomed):
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        return f"node of process {raylet}"

    def end(self):
        self.cluster.shutdown()


def worker(pattern, run, half):
    """The program that writes the reports of a shard, once half of its cases are there: its number."""
    def begun():
        if run.poll() is not None:
            raise RuntimeError("it ended before anything could be killed: more --cases are needed")
        reports = [pathlib.Path(one) for one in glob.glob(f"{pattern}/2*/report.jsonl")]
        return next((one.parent.parent for one in reports if one.read_text().count('"mode":"compile"') >= half), None)
    place = str(wait_for("shard at work", begun, PATIENCE + half))
    for pid, words in processes():
        if "run" in words and ("--report-dir", place) in zip(words, words[1:]):
            return pid
    raise RuntimeError("the shard ended before it could be killed: more --cases are needed")


def check(kind, folder, models, whole, flags, cases):
    """Complaints about a run on a cluster that loses a worker."""
    place = folder / f"{kind}-place"
    own = folder / kind
    own.mkdir()
    cluster = {"slurm": Slurm, "ray": Ray}[kind](own, flags)
    try:
        begin = time.monotonic()
        run = cluster.run(place, models)
        lost = cluster.lose(run, place, 3, cases // WORKERS // 2)
        print(f"{kind}: lost {lost} after {time.monotonic() - begin:.0f} s", flush=True)
        code = run.wait(PATIENCE + cases)
        print(f"{kind}: ended after {time.monotonic() - begin:.0f} s", flush=True)
    finally:
        cluster.end()
    if code != 100:
        yield f"{kind}: exit code {code} instead of 100"
    merged = place / "merged" / "latest"
    if not merged.exists():
        yield f"{kind}: there is no merged report"
    elif content(merged) != content(whole):
        yield f"{kind}: the merged report is not that of a single run"
    else:
        print(f"{kind}: {len(content(merged))} lines equal those of a single run", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=400)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--on", default="slurm,ray")
    arguments = parser.parse_args()
    harness = shutil.which(os.environ.get("HARNESS", "harness"))
    if harness is None:
        parser.error("there is no program `harness`; HARNESS names it")
    os.environ["HARNESS"] = os.path.abspath(harness)
    # Sockets have short names.
    with tempfile.TemporaryDirectory(prefix="scale-", dir="/tmp") as folder:
        folder = pathlib.Path(folder)
        models = folder / "models"
        models.mkdir()
        generate(models, arguments.cases)
        flags = [*FLAGS, str(arguments.steps)]
        command = [harness, "run", str(models), *flags, "--report-dir", str(folder / "whole")]
        ended = subprocess.run(command, stdout=subprocess.DEVNULL)
        whole = folder / "whole" / "latest"
        complaints = [] if ended.returncode == 100 else [f"the single run ended with exit code {ended.returncode}"]
        for kind in arguments.on.split(","):
            complaints += check(kind, folder, models, whole, flags, arguments.cases)
    for complaint in complaints:
        print(f"scale: {complaint}")
    print(f"scale: {arguments.cases} cases over {WORKERS} workers of which one is lost, on {arguments.on}: {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""A whole simulator for the harness in one file: a point mass on a slide joint, behind the protocol of docs/protocol.md.

    harness run --subject 'process:python3 scripts/adapter.py' fixtures/

It knows one kind of model, refuses every other as unsupported, and needs nothing but Python. To plug in another engine, replace the
class PointMass.
"""

import json
import os
import socket
import struct
import sys
import xml.etree.ElementTree as ElementTree


class Failed(Exception):
    """A failure to be answered."""

    def __init__(self, **failure):
        super().__init__(failure)
        self.failure = failure


def numbers(element, name, default):
    return [float(word) for word in element.get(name, default).split()]


class PointMass:
    """One body that slides along an axis of the world."""

    def __init__(self, path):
        try:
            root = ElementTree.parse(path).getroot()
        except (OSError, ElementTree.ParseError) as error:
            raise Failed(failure="rejected", message=str(error), unsupported=False)
        shape = "/".join(element.tag for element in root.iter() if element.tag not in ("option", "size"))
        joint = root.find("worldbody/body/joint")
        if shape != "mujoco/worldbody/body/joint/inertial" or set(joint.attrib) - {"name", "axis"} != {"type"}:
            raise Failed(failure="rejected", message="only a point mass on a slide joint", unsupported=True)
        option = root.find("option")
        option = ElementTree.Element("option") if option is None else option
        gravity = numbers(option, "gravity", "0 0 -9.81")
        axis = numbers(joint, "axis", "0 0 1")
        if joint.get("type") != "slide" or sorted(axis) != [0, 0, 1] or set(option.attrib) - {"gravity", "timestep"}:
            raise Failed(failure="rejected", message="only a slide joint along an axis", unsupported=True)
        self.timestep = numbers(option, "timestep", "0.002")[0]
        self.mass = numbers(root.find("worldbody/body/inertial"), "mass", "0")[0]
        self.gravity = gravity[axis.index(1)]
        self.reset()

    def reset(self):
        self.values = {"time": [0.0], "qpos": [0.0], "qvel": [0.0], "qfrc_applied": [0.0], "qacc": [0.0]}

    def forward(self):
        force = self.values["qfrc_applied"][0] + self.mass * self.gravity
        self.values["qacc"] = [force * (1 / self.mass)]

    def step(self):
        self.forward()
        self.values["qvel"][0] += self.values["qacc"][0] * self.timestep
        self.values["qpos"][0] += self.values["qvel"][0] * self.timestep
        self.values["time"][0] += self.timestep


# What is handed out: name, and symbolic dimensions.
FIELDS = [("time", []), ("qpos", ["nq"]), ("qvel", ["nv"]), ("qfrc_applied", ["nv"]), ("qacc", ["nv"])]


class Adapter:
    """Answers each request with JSON and a body; a method for each."""

    def hello(self, request, body):
        return {"identity": {"version": "1.0", "sha256": None}}, b""

    def load(self, request, body):
        self.engine = PointMass(request["path"])
        fields = [
            {"side": "data", "group": "data" if dims else "scalar", "name": name, "type": "f64", "dims": dims}
            for name, dims in FIELDS
        ]
        return {"loaded": {"fields": fields, "abilities": ["forward", "step"], "keyframes": 0, "warnings": []}}, b""

    def reset(self, request, body):
        if request["keyframe"] is not None:
            raise Failed(failure="unable", what="no keyframes here")
        self.engine.reset()
        return done()

    def poison(self, request, body):
        for index in indices(body):
            self.engine.values[FIELDS[index][0]] = [float("nan")]
        return done()

    def set(self, request, body):
        while body:
            index, count = struct.unpack_from("<IQ", body)
            name = FIELDS[index][0]
            if count != 1:
                raise Failed(failure="error", message=f"{name} has 1 element, {count} were given")
            self.engine.values[name] = list(struct.unpack_from("<d", body, 12))
            body = body[20:]
        return done()

    def run(self, request, body):
        action = request["action"]
        if action["what"] == "forward":
            self.engine.forward()
        elif action["what"] == "step":
            for _ in range(action["count"]):
                self.engine.step()
        else:
            raise Failed(failure="unable", what=f"no {action['what']} here")
        return done()

    def read(self, request, body):
        answer = b""
        for index in indices(body):
            name, dims = FIELDS[index]
            answer += struct.pack("<II", index, len(dims))
            answer += struct.pack(f"<{len(dims)}Q", *[1] * len(dims))
            answer += struct.pack("<d", *self.engine.values[name])
        return done(answer)


def unknown(request, body):
    raise Failed(failure="unable", what=f"no {request['do']} here")


def done(body=b""):
    return {"done": {"warnings": []}}, body


def indices(body):
    return struct.unpack(f"<{len(body) // 4}I", body)


def receive(stream, count):
    """Exactly so many bytes; the end of the connection is the end of the work."""
    data = stream.read(count)
    if len(data) < count:
        sys.exit(0)
    return data


def main():
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(os.environ["PLUMBLINE_SOCKET"])
    stream = connection.makefile("rwb")
    adapter = Adapter()
    while True:
        magic, json_length, body_length = struct.unpack("<4sIQ", receive(stream, 16))
        if magic != b"PLB1":
            sys.exit("this is not the protocol of the harness")
        request = json.loads(receive(stream, json_length))
        body = receive(stream, body_length)
        try:
            answer, body = getattr(adapter, request["do"], unknown)(request, body)
        except Failed as failed:
            answer, body = {"failed": failed.failure}, b""
        text = json.dumps(answer).encode()
        stream.write(struct.pack("<4sIQ", b"PLB1", len(text), len(body)) + text + body)
        stream.flush()


if __name__ == "__main__":
    main()

/** Two motions of a model side by side and on each other, with a slider over time. */
const pictures = (() => {
  const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };

  // ------------------------------------------------------------------ shapes

  const rotate = (q, v) => {
    const [w, x, y, z] = q;
    const tx = 2 * (y * v[2] - z * v[1]), ty = 2 * (z * v[0] - x * v[2]), tz = 2 * (x * v[1] - y * v[0]);
    return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx];
  };
  const plus = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

  // A surface of rings around the axis z, given as radius and height.
  function lathe(profile, sides = 14) {
    const vertices = [], faces = [];
    for (const [radius, height] of profile)
      for (let side = 0; side < sides; side++) {
        const angle = (2 * Math.PI * side) / sides;
        vertices.push([radius * Math.cos(angle), radius * Math.sin(angle), height]);
      }
    for (let ring = 0; ring + 1 < profile.length; ring++)
      for (let side = 0; side < sides; side++) {
        const a = ring * sides + side, b = ring * sides + ((side + 1) % sides);
        faces.push([a, b, b + sides, a + sides]);
      }
    return { vertices, faces };
  }
  const arc = (radius, from, to, lift, count = 5) =>
    Array.from({ length: count + 1 }, (_, at) => {
      const angle = from + ((to - from) * at) / count;
      return [radius * Math.cos(angle), lift + radius * Math.sin(angle)];
    });

  function shape(geom, meshes, extent) {
    const [a, b, c] = geom.size, quarter = Math.PI / 2;
    switch (geom.kind) {
      case 0: {
        const x = Math.min(a || extent, extent), y = Math.min(b || extent, extent);
        return { vertices: [[-x, -y, 0], [x, -y, 0], [x, y, 0], [-x, y, 0]], faces: [[0, 1, 2, 3]], floor: true };
      }
      case 2: return lathe(arc(a, -quarter, quarter, 0, 8));
      case 3: return lathe([...arc(a, -quarter, 0, -b), ...arc(a, 0, quarter, b)]);
      case 4: {
        const round = lathe(arc(1, -quarter, quarter, 0, 8));
        round.vertices = round.vertices.map((v) => [v[0] * a, v[1] * b, v[2] * c]);
        return round;
      }
      case 5: return lathe([[0, -b], [a, -b], [a, b], [0, b]], 18);
      case 6: {
        const corner = (at) => [at & 1 ? a : -a, at & 2 ? b : -b, at & 4 ? c : -c];
        return { vertices: [0, 1, 2, 3, 4, 5, 6, 7].map(corner),
          faces: [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]] };
      }
      case 7: {
        const mesh = meshes[geom.mesh];
        if (!mesh) return { vertices: [], faces: [] };
        const vertices = [], faces = [];
        for (let at = 0; at < mesh.vertices.length; at += 3) vertices.push(mesh.vertices.slice(at, at + 3));
        for (let at = 0; at < mesh.faces.length; at += 3) faces.push(mesh.faces.slice(at, at + 3));
        return { vertices, faces };
      }
      default: return { vertices: [], faces: [] };
    }
  }

  // ------------------------------------------------------------------ pictures

  function camera(motion) {
    let low = [1e9, 1e9, 1e9], high = [-1e9, -1e9, -1e9];
    const moving = new Set(motion.scene.geoms.map((geom) => geom.body).filter((at) => at > 0));
    for (const frame of [motion.old[motion.worst], motion.new[motion.worst]])
      for (const at of moving)
        for (let axis = 0; axis < 3; axis++) {
          const value = frame[7 * at + axis];
          if (!Number.isFinite(value)) continue;
          low[axis] = Math.min(low[axis], value);
          high[axis] = Math.max(high[axis], value);
        }
    const sizes = motion.scene.geoms.filter((geom) => geom.kind > 1 && geom.kind < 7).map((geom) => Math.max(...geom.size));
    const extent = Math.max(0.1, Math.max(0, ...low.map((value, axis) => high[axis] - value)) + 2 * Math.max(0, ...sizes));
    return { centre: low.map((value, axis) => (value > high[axis] ? 0 : (value + high[axis]) / 2)), extent, turn: 0.7, tilt: 0.35 };
  }

  function draw(canvas, view, motion, layers) {
    const scale = window.devicePixelRatio || 1;
    const width = canvas.clientWidth * scale, height = canvas.clientHeight * scale;
    canvas.width = width; canvas.height = height;
    const context = canvas.getContext("2d");
    const zoom = (0.62 * Math.min(width, height)) / view.extent;
    const [ct, st, ce, se] = [Math.cos(view.turn), Math.sin(view.turn), Math.cos(view.tilt), Math.sin(view.tilt)];
    const project = (p) => {
      const [x, y, z] = [p[0] - view.centre[0], p[1] - view.centre[1], p[2] - view.centre[2]];
      const right = st * x - ct * y, away = ct * x + st * y;
      return [width / 2 + zoom * right, height / 2 - zoom * (ce * z + se * away), ce * away - se * z];
    };
    const polygons = [];
    for (const layer of layers)
      for (const geom of motion.scene.geoms) {
        const solid = shape(geom, motion.scene.meshes, 2 * view.extent);
        const pose = layer.frame.slice(7 * geom.body, 7 * geom.body + 7);
        const [place, turn] = [pose.slice(0, 3), pose.slice(3, 7)];
        const world = solid.vertices.map((v) => plus(place, rotate(turn, plus(geom.pos, rotate(geom.quat, v)))));
        const seen = world.map(project);
        const colour = layer.colour(geom);
        if (!colour) continue;
        for (const face of solid.faces) {
          const corners = face.map((at) => seen[at]);
          if (corners.some((corner) => !corner || !Number.isFinite(corner[0]))) continue;
          const [a, b, c] = face.map((at) => world[at]);
          const [u, v] = [[b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]];
          const up = Math.abs(u[0] * v[1] - u[1] * v[0]), long = Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], up) || 1;
          const depth = solid.floor ? 1e9 : corners.reduce((sum, corner) => sum + corner[2], 0) / corners.length;
          polygons.push({ corners, depth, colour, light: 0.65 + (0.35 * up) / long, alpha: solid.floor ? 0.15 : layer.alpha });
        }
      }
    polygons.sort((a, b) => b.depth - a.depth);
    for (const { corners, colour, light, alpha } of polygons) {
      context.globalAlpha = alpha;
      context.fillStyle = context.strokeStyle = `rgb(${colour.map((part) => Math.round(255 * part * light)).join()})`;
      context.beginPath();
      corners.forEach((corner, at) => (at ? context.lineTo(corner[0], corner[1]) : context.moveTo(corner[0], corner[1])));
      context.closePath();
      context.fill();
      context.stroke();
    }
  }

  /**
   * The pictures and the slider, as two elements. A motion has a scene, steps, the poses of bodies in `old` and `new` by frame, and the worst
   * frame; `told` says in words what a frame shows.
   */
  function show(motion, model, [before, after], told) {
    const captions = [before, after, "both: what is displaced is tinted"];
    const all = element("div", { class: "pictures" });
    const canvases = captions.map((caption) => {
      const canvas = element("canvas", { role: "img", tabindex: 0, "aria-label": `${model}, ${caption}; arrow keys turn it` });
      all.append(element("figure", {}, canvas, element("figcaption", {}, caption)));
      return canvas;
    });
    const slider = element("input", { type: "range", min: 0, max: motion.steps.length - 1, value: motion.worst, "aria-label": "step" });
    const label = element("output", {});
    const play = element("button", { type: "button" }, "play");
    const time = element("div", { class: "time" }, play, slider, label);
    const view = camera(motion);
    const paint = () => {
      const frame = Number(slider.value);
      const [before, after] = [motion.old[frame], motion.new[frame]];
      const own = (geom) => geom.rgba.slice(0, 3);
      const apart = (geom) => Math.hypot(...[0, 1, 2].map((axis) => after[7 * geom.body + axis] - before[7 * geom.body + axis]));
      const largest = Math.max(...motion.scene.geoms.map(apart));
      const tinted = (geom) => (apart(geom) > 0.1 * largest && largest > 0 ? [0.85, 0.25, 0.3] : own(geom));
      draw(canvases[0], view, motion, [{ frame: before, colour: own, alpha: 1 }]);
      draw(canvases[1], view, motion, [{ frame: after, colour: own, alpha: 1 }]);
      draw(canvases[2], view, motion, [
        { frame: before, colour: () => [0.45, 0.5, 0.55], alpha: 0.35 },
        { frame: after, colour: tinted, alpha: 0.6 }]);
      label.textContent = told(frame);
    };
    slider.addEventListener("input", paint);
    let timer = null;
    play.addEventListener("click", () => {
      if (timer) { clearInterval(timer); timer = null; play.textContent = "play"; return; }
      // Somebody who wants less motion gets single frames, a second apart.
      const pause = matchMedia("(prefers-reduced-motion: reduce)").matches ? 1000 : 60;
      play.textContent = "stop";
      timer = setInterval(() => { slider.value = (Number(slider.value) + 1) % motion.steps.length; paint(); }, pause);
    });
    const turn = (right, up) => {
      view.turn -= right / 150;
      view.tilt = Math.min(1.5, Math.max(-0.2, view.tilt + up / 150));
      paint();
    };
    const keys = { ArrowLeft: [-15, 0], ArrowRight: [15, 0], ArrowUp: [0, -15], ArrowDown: [0, 15] };
    for (const canvas of canvases) {
      canvas.addEventListener("pointermove", (event) => event.buttons && turn(event.movementX, event.movementY));
      canvas.addEventListener("keydown", (event) => {
        if (!keys[event.key]) return;
        event.preventDefault();
        turn(...keys[event.key]);
      });
    }
    new ResizeObserver(paint).observe(all);
    return [all, time];
  }
  return { show };
})();


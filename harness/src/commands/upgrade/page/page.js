"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};
const vector = (name, attributes) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

// ------------------------------------------------------------------ the verdict and the table

const open = data.rows.filter((row) => ["changed", "rejected", "failed", "unreadable"].includes(row.verdict) && !row.accepted);
const verdict = document.getElementById("verdict");
verdict.textContent = open.length ? `Review ${open.length} of ${data.rows.length} models` : "Safe on these models";
verdict.className = open.length ? "review" : "safe";
document.getElementById("text").textContent = data.text;

const points = (values, width, height, top) =>
  values.map((value, at) => `${(width * at) / Math.max(1, values.length - 1)},${height - (height * Math.min(value, top)) / top}`);

function sparkline(motion) {
  const svg = vector("svg", { viewBox: "0 0 100 20", width: 100, height: 20, "aria-hidden": "true", preserveAspectRatio: "none" });
  const top = Math.max(...motion.mm) || 1;
  svg.append(vector("polyline", { points: points(motion.mm, 100, 20, top).join(" ") }));
  return svg;
}

const body = document.querySelector("#models tbody");
data.rows.forEach((row, at) => {
  const name = row.motion ? element("a", { href: `#model-${at}` }, row.model) : row.model;
  const line = element("tr", {},
    element("td", { class: row.verdict }, row.verdict + (row.accepted ? " (accepted)" : "")),
    element("td", {}, name),
    element("td", {}, row.first === null ? "" : String(row.first)),
    element("td", {}, row.words),
    element("td", {}, row.motion ? sparkline(row.motion) : ""));
  body.append(line);
});

// ------------------------------------------------------------------ a model that changed

function section(row, at) {
  const { motion } = row;
  const part = element("section", { id: `model-${at}` }, element("h2", {}, row.model), element("p", {}, row.words));
  if (row.cause) part.append(element("p", { class: "cause" }, row.cause));
  const curves = [["mm", motion.mm, motion.noise], ["degrees", motion.degrees, null]].map(([unit, values, noise]) => curve(unit, values, noise, motion));
  const told = (frame) => {
    curves.forEach(({ mark }) => mark(frame));
    return `step ${motion.steps[frame]}: ${motion.mm[frame].toPrecision(3)} mm, ${motion.degrees[frame].toPrecision(3)}°`;
  };
  part.append(...pictures.show(motion, row.model, [data.from, data.to], told));
  curves.forEach(({ figure }) => part.append(figure));
  part.append(element("p", {}, element("code", {}, row.repeat)));
  return part;
}

function curve(unit, values, noise, motion) {
  const top = Math.max(...values, 1e-12) * 1.05;
  const svg = vector("svg", { class: "curve", viewBox: "0 0 1000 150", preserveAspectRatio: "none", role: "img", "aria-label": `distance in ${unit} over time` });
  if (noise) svg.append(vector("polygon", { class: "noise", points: ["0,150", ...points(noise, 1000, 150, top), "1000,150"].join(" ") }));
  svg.append(vector("polyline", { points: points(values, 1000, 150, top).join(" ") }));
  const line = vector("path", { class: "now" });
  svg.append(line);
  const last = motion.steps[motion.steps.length - 1];
  const words = `${unit}, up to ${Math.max(...values).toPrecision(3)}, over ${last} steps` + (noise ? "; the band is what one unit in the last place does" : "");
  const figure = element("figure", {}, svg, element("figcaption", {}, words));
  const mark = (frame) => line.setAttribute("d", `M${(1000 * frame) / Math.max(1, values.length - 1)} 0V150`);
  return { figure, mark };
}

data.rows.forEach((row, at) => row.motion && document.getElementById("changed").append(section(row, at)));

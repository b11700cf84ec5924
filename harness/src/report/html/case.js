/** One case: each mode's pipeline, the finding, the error curve and the model's text. */
function casePage(entry, mode) {
  const fixture = page.fixtures[entry.fixture];
  const marked = entry.records.find((record) => record.mode === mode && record.place) || entry.records.find((record) => record.place);
  // What is not ok comes first.
  const records = [...entry.records].sort((a, b) => Number(a.ok) - Number(b.ok));
  const siblings = fixture.cases.length > 1
    ? el("a", { href: `#/fixture/${encodeURIComponent(fixture.path)}` }, `all ${fixture.cases.length} cases of this fixture`)
    : "";
  return [
    el("a", { class: "back", href: "#/" }, "← Overview"),
    el("h1", {}, entry.name),
    el("p", { class: "lead" }, el("code", {}, fixture.path), siblings ? " · " : "", siblings, entry.serves ? ` · serves ${entry.serves}` : ""),
    el("div", { class: "case" },
      el("div", {}, filmCards(entry), chartCard(entry), records.map((record) => modeSection(record))),
      el("aside", {}, source(fixture, marked && marked.place))),
  ];
}

function fixturePage(fixture) {
  const rows = fixture.cases.map((at) => page.cases[at]).map((entry) => el("tr", {},
    el("th", { scope: "row" }, el("a", { href: caseLink(entry) }, entry.name.slice(entry.name.indexOf("[") + 1 || 0).replace(/\]$/, "") || entry.name)),
    el("td", {}, entry.records.map((record) => [el("a", { class: `badge ${standing(record)}`, href: caseLink(entry, record.mode) }, `${record.mode}: ${outcomeName(record)}`), " "]))));
  return [
    el("a", { class: "back", href: "#/" }, "← Overview"), el("h1", {}, fixture.path),
    el("p", { class: "lead" }, `${plural(fixture.cases.length, "case")} of one model`),
    el("div", { class: "case" }, el("div", { class: "card", style: "overflow-x:auto" }, el("table", { class: "fields" }, el("tbody", {}, rows))), el("aside", {}, source(fixture))),
  ];
}

function modeSection(record) {
  const [moments, fields, values] = record.seen;
  const what = record.mode === "forward" || record.mode === "inverse" ? "state" : record.mode === "compile" ? "model" : "step";
  return el("section", { class: "mode card", id: `mode-${record.mode}`, "aria-label": `${record.mode}: ${outcomeName(record)}` },
    el("h2", {}, record.mode, badge(record)),
    el("p", { class: "small" }, `${plural(moments, what)}, ${plural(fields, "field")}, ${plural(values, "value")}, ${record.seconds} s`),
    pipeline(record),
    record.finding ? finding(record) : (record.explanation ? el("div", { class: `finding ${record.ok ? "soft" : ""}` }, record.explanation) : ""),
    differing(record),
    record.missing ? el("details", {}, el("summary", {}, `${plural(record.missing.length, "field")} missing`), el("p", { class: "mono" }, record.missing.map(([field]) => field).join(", "))) : "",
    (record.notes || []).map((note) => el("p", { class: "small" }, note)),
    command(record.repeat));
}

/** The stages in order: equal ones, the first that differs, and the rest folded away. */
function pipeline(record) {
  if (!record.stages.length) return "";
  const touched = new Set((record.differing || []).map(([, group]) => group));
  const first = record.finding ? record.stages.findIndex(([group]) => group === record.finding.group) : -1;
  const stage = ([group, fields, values], at) => {
    const kind = at === first ? (record.ok ? "also" : "first") : touched.has(group) ? (at > first && !record.ok ? "follows" : "also") : "equal";
    const words = { first: "first difference", follows: "differs as well", also: "differs", equal: "equal" }[kind];
    return el("li", { class: kind, "data-stage": page.groups[group], title: `${words}: ${plural(fields, "field")}, ${plural(values, "value")}` },
      page.groups[group].replaceAll("_", " "), el("span", { class: "sr" }, ` (${words})`));
  };
  const items = record.stages.map(stage);
  if (first < 0 || first === items.length - 1) return el("ol", { class: "pipe", "aria-label": "Pipeline" }, items);
  const rest = items.slice(first + 1);
  const hit = rest.filter((item) => item.className !== "equal").length;
  return el("div", {},
    el("ol", { class: "pipe", "aria-label": "Pipeline up to the first difference" }, items.slice(0, first + 1)),
    el("details", {}, el("summary", {}, `then ${plural(rest.length, "stage")}, ${hit ? `${hit} of which differ${hit === 1 ? "s" : ""}` : "none of which differs"}`),
      el("ol", { class: "pipe", "aria-label": "Rest of the pipeline" }, rest)));
}

function finding(record) {
  const found = record.finding;
  const moment = found.moment ? `${found.moment}, ` : "";
  const row = (key, ...value) => el("tr", {}, el("th", { scope: "row" }, key), el("td", {}, ...value));
  const lines = [];
  if (found.values) {
    const [[reference, left], [subject, right]] = found.values;
    lines.push(row("reference", el("code", {}, reference), bits(left, right)), row("subject", el("code", {}, subject), bits(right, left)));
  }
  if (found.ulps) lines.push(row("distance", `${plural(Number(found.ulps), "ULP")}`));
  if (found.errors) lines.push(row("error", `${found.errors[0]} absolute, ${found.errors[1]} relative, ${found.errors[2]} scaled`));
  if (found.count) lines.push(row("elements", `${number(found.count)} of ${number(found.compared)} differ`));
  if (record.place) lines.push(row("from", el("code", {}, `${record.place.path}:${record.place.line}`)));
  return el("div", { class: `finding ${record.ok ? "soft" : ""}` },
    el("h3", {}, el("code", {}, `${found.field}${found.element}`)),
    el("div", { class: "small" }, `${moment}${page.groups[found.group].replaceAll("_", " ")}, ${found.category}`),
    el("table", { class: "values" }, el("tbody", {}, lines)), found.note ? el("p", {}, found.note) : "");
}

/** Sign, exponent and fraction of a float, with the bits that differ from the other's marked. */
function bits(mine, other) {
  if (mine.length !== 16 && mine.length !== 8) return el("div", { class: "bits" }, `0x${mine}`);
  const width = mine.length * 4;
  const binary = (hex) => BigInt(`0x${hex}`).toString(2).padStart(width, "0");
  const [a, b] = [binary(mine), binary(other)];
  const exponent = width === 64 ? 12 : 9;
  const out = el("div", { class: "bits", role: "img", "aria-label": `bits ${mine}` }, `0x${mine} `, el("br"));
  for (const [from, to, name] of [[0, 1, ""], [1, exponent, "exp"], [exponent, width, ""]]) {
    const part = el("span", { class: name });
    for (let at = from; at < to; at++) part.append(a[at] === b[at] ? a[at] : el("b", {}, a[at]));
    out.append(part, " ");
  }
  return out;
}

function differing(record) {
  const fields = record.differing || [];
  if (fields.length < 2) return "";
  return el("details", {}, el("summary", {}, `${plural(fields.length, "field")} differ over all moments`),
    el("table", { class: "fields" }, el("thead", {}, el("tr", {}, ["field", "stage", "moments", "worst, scaled"].map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, fields.map(([field, group, moments, error]) => el("tr", {}, el("td", {}, el("code", {}, field)), el("td", {}, page.groups[group]), el("td", {}, String(moments)), el("td", {}, error))))));
}

/** Where bodies are after a free run has failed: reference, subject, both. */
function filmCards(entry) {
  return entry.records.filter((record) => record.film).map((record) => {
    const { film } = record;
    const told = (frame) => `step ${film.steps[frame]}: ${film.mm[frame].toPrecision(3)} mm apart`;
    return el("section", { class: "card film", "aria-labelledby": `film-${record.mode}` },
      el("h2", { id: `film-${record.mode}`, style: "margin-top:0" }, "What it looks like"),
      el("p", { class: "small" }, `The ${record.mode} run from the first step that differs; boxes stand for meshes.`),
      pictures.show(film, entry.name, ["reference", "subject"], told));
  });
}

function chartCard(entry) {
  const series = entry.records.filter((record) => record.curve && record.mode !== "forward" && record.mode !== "inverse" && record.mode !== "compile");
  if (!series.length) return "";
  return el("section", { class: "card", "aria-labelledby": "curve" }, el("h2", { id: "curve", style: "margin-top:0" }, "Error by step"),
    el("p", { class: "small" }, "Largest scaled error, logarithmic: of the state in a free run, of all fields in a forced one. Steps before the first difference are equal."),
    chart(series));
}

function chart(series) {
  const [width, height, left, right, top, bottom] = [640, 240, 58, 12, 14, 30];
  const value = (error) => (typeof error === "string" ? Infinity : error);
  const points = series.flatMap((record) => record.curve.map(([, error]) => value(error))).filter((error) => error > 0 && error < Infinity);
  const last = Math.max(...series.map((record) => Math.max(record.seen[0], ...record.curve.map(([step]) => step))), 1);
  const high = Math.ceil(Math.log10(Math.max(...points, 1e-12)));
  const low = Math.floor(Math.log10(Math.min(...points, 1e-16)));
  const x = (step) => left + (width - left - right) * step / last;
  const y = (error) => error === Infinity ? top : error <= 0 ? height - bottom
    : height - bottom - 18 - (height - bottom - 18 - top - 12) * (Math.log10(error) - low) / Math.max(high - low, 1);
  const svg = (tag, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, content] of Object.entries(attributes)) element.setAttribute(key, content);
    if (text) element.textContent = text;
    return element;
  };
  const worst = series.map((record) => `${record.mode} at most ${record.curve.map(([, error]) => value(error)).reduce((a, b) => Math.max(a, b), 0).toExponential(2)}`).join(", ");
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img", "aria-label": `Error over ${last} steps: ${worst}` });
  const tick = (at, words) => root.append(svg("line", { x1: left, x2: width - right, y1: at, y2: at, class: "axis" }), svg("text", { x: left - 8, y: at + 4, "text-anchor": "end" }, words));
  tick(height - bottom, "0");
  const stride = Math.max(1, Math.ceil((high - low) / 5));
  for (let power = low; power <= high; power += stride) tick(y(10 ** power), `1e${power}`);
  for (let part = 0; part <= 4; part++) {
    const step = Math.round(last * part / 4);
    root.append(svg("text", { x: x(step), y: height - 10, "text-anchor": part === 4 ? "end" : "middle" }, part === 0 ? "step 0" : String(step)));
  }
  series.forEach((record, at) => {
    const curve = record.curve.map(([step, error]) => [x(step), y(value(error))]);
    const begin = record.curve[0][0] > 1 ? [[x(0), y(0)], [x(record.curve[0][0] - 1), y(0)]] : [];
    root.append(svg("polyline", { points: [...begin, ...curve].map((point) => point.map((c) => c.toFixed(1)).join(",")).join(" "), class: record.mode }));
    if (curve.length < 60) for (const [cx, cy] of curve) root.append(svg("circle", { cx, cy, r: 2.5, class: record.mode }));
    root.append(svg("rect", { x: left + 12 + 90 * at, y: 2, width: 14, height: 4, class: record.mode }), svg("text", { x: left + 31 + 90 * at, y: 9 }, record.mode));
  });
  return root;
}

/** The model's text with the offending element marked. */
function source(fixture, place) {
  const heading = el("h2", { style: "margin-top:0" }, "Model");
  const elsewhere = place && place.path !== fixture.path
    ? el("p", { class: "small" }, "The element stands in an included file: ", el("code", {}, `${place.path}:${place.line}: ${place.text}`))
    : "";
  if (!fixture.text) {
    const shown = place ? el("p", {}, el("code", {}, `${place.path}:${place.line}: ${place.text}`)) : "";
    return el("div", { class: "card" }, heading, el("p", { class: "small" }, "The text of the model was not at hand when this page was written."), shown);
  }
  const lines = fixture.text.replace(/\r?\n$/, "").split(/\r?\n/);
  let [from, to] = [0, -1];
  let changed = "";
  if (place && place.path === fixture.path) {
    [from, to] = [place.line, place.line];
    while (to < lines.length && !lines[to - 1].includes(">")) to++;
    if (!(lines[from - 1] || "").trim().startsWith(place.text)) changed = el("p", { class: "small" }, "The file has changed since the run: the line was ", el("code", {}, place.text));
  }
  const code = el("pre", { class: "xml", tabindex: "0", "aria-label": "Text of the model" });
  const colour = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;")
    .replace(/(&lt;!--.*?(?:-->|$))|(&lt;\/?[\w:]+|\/?>)|("[^"]*"|'[^']*')/g, (all, comment, tag, string) => `<span class="${comment ? "c" : tag ? "t" : "s"}">${all}</span>`);
  code.innerHTML = lines.map((line, at) => {
    const hit = at + 1 >= from && at + 1 <= to;
    return `<span class="l${hit ? " hit" : ""}"${hit && at + 1 === from ? ' id="hit"' : ""}>${hit ? '<span class="sr">marked: </span>' : ""}${colour(line) || " "}</span>`;
  }).join("");
  return el("div", { class: "card" }, heading, elsewhere, changed, code);
}

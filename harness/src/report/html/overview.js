const page = JSON.parse(document.getElementById("data").textContent);

/** An element with attributes and children; text stays text. */
function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

const number = (value) => value.toLocaleString("en");
const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;
const severity = Object.keys(page.outcomes);
const outcomeName = (record) => page.outcomes[record.outcome][0];
const standing = (record) => (record.ok ? page.outcomes[record.outcome][1] : "bad");
const badge = (record) => el("span", { class: `badge ${standing(record)}` }, outcomeName(record));
const caseLink = (entry, mode) => `#/case/${encodeURIComponent(entry.name)}${mode ? `/${mode}` : ""}`;
const all = page.cases.flatMap((entry) => entry.records.map((record) => ({ entry, record })));
const failed = all.filter(({ record }) => !record.ok)
  .sort((a, b) => severity.indexOf(b.record.outcome) - severity.indexOf(a.record.outcome));

function overview() {
  const done = page.seconds !== null;
  const verdict = failed.length === 0
    ? (done ? `All ${plural(all.length, "comparison")} ok` : `Cut short after ${plural(all.length, "comparison")}`)
    : `${number(failed.length)} of ${plural(all.length, "comparison")} not ok${done ? "" : ", cut short"}`;
  const { subject, reference } = page.header;
  return [
    el("h1", {}, verdict),
    el("p", { class: "lead" },
      `${subject.kind} against ${reference.kind}: ${plural(page.values, "value")} of ${plural(page.fixtures.length, "fixture")} in `,
      `${plural(page.cases.length, "case")}${done ? `, ${page.seconds.toFixed(1)} seconds` : ""}.`),
    bar(),
    el("div", { class: "grid" }, counts(), identities()),
    failures(),
    // Rows without an event are for those who ask for them.
    failed.length === 0 && done ? [folders(), el("details", { class: "everything" }, el("summary", {}, `All ${plural(page.fixtures.length, "fixture")} by pipeline stage`), map())] : map(),
  ].flat();
}

/** One strip: how much of everything is how good. */
function bar() {
  const kinds = ["bad", "open", "near", "good"].map((kind) => [kind, all.filter(({ record }) => standing(record) === kind).length]);
  const words = { bad: "not ok", open: "not covered", near: "close or known", good: "equal" };
  const label = kinds.filter(([, count]) => count).map(([kind, count]) => `${count} ${words[kind]}`).join(", ");
  return el("div", { class: "bar", role: "img", "aria-label": label },
    kinds.filter(([, count]) => count).map(([kind, count]) => el("span", { class: kind, style: `flex:${count}`, title: `${count} ${words[kind]}` })));
}

/** What was compared, folder by folder. */
function folders() {
  const found = new Map();
  for (const { entry, record } of all) {
    const path = page.fixtures[entry.fixture].path;
    const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".";
    const sum = found.get(folder) || { fixtures: new Set(), cases: new Set(), records: 0, values: 0 };
    sum.fixtures.add(path); sum.cases.add(entry.name); sum.records += 1; sum.values += record.seen[2];
    found.set(folder, sum);
  }
  const rows = [...found].sort(([a], [b]) => a.localeCompare(b)).map(([folder, sum]) => el("tr", {},
    el("th", { scope: "row" }, folder), [sum.fixtures.size, sum.cases.size, sum.records, sum.values].map((count) => el("td", {}, number(count)))));
  return el("section", { class: "card", "aria-labelledby": "folders" }, el("h2", { id: "folders", style: "margin-top:0" }, "What is equal"),
    el("div", { style: "overflow-x:auto" }, el("table", { class: "counts folders" },
      el("thead", {}, el("tr", {}, ["folder", "fixtures", "cases", "comparisons", "values"].map((name) => el("th", { scope: "col" }, name)))), el("tbody", {}, rows))));
}

function counts() {
  const modes = ["compile", "save", "forward", "forced", "free", "inverse", "query", "derivative", "edit"].filter((mode) => all.some(({ record }) => record.mode === mode));
  const rows = modes.map((mode) => el("tr", {}, el("th", { scope: "row" }, mode), severity.map((outcome) => {
    const count = all.filter(({ record }) => record.mode === mode && record.outcome === outcome).length;
    return el("td", {}, count ? number(count) : "");
  })));
  const heads = severity.map((outcome) => el("th", { scope: "col" }, el("span", { class: `badge ${page.outcomes[outcome][1]}` }, page.outcomes[outcome][0])));
  return el("section", { class: "card", "aria-label": "Counts" },
    el("div", { style: "overflow-x:auto" },
      el("table", { class: "counts" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "mode"), heads)), el("tbody", {}, rows))));
}

function identities() {
  const { subject, reference, host, command, seed } = page.header;
  const identity = (who) => [`${who.kind}, version ${who.version}`, who.sha256 ? el("div", { class: "mono small", title: who.sha256 }, `sha256 ${who.sha256.slice(0, 16)}…`) : ""];
  const rows = [
    ["subject", identity(subject)], ["reference", identity(reference)],
    ["commit", page.commit], ["machine", `${host.cpu}, ${plural(host.cores, "core")}, ${host.os} ${host.arch}`],
    ["seed", seed], ["command", el("code", {}, `harness ${command.join(" ")}`)],
  ];
  return el("section", { class: "card", "aria-label": "Who was compared" },
    el("dl", {}, rows.filter(([, value]) => value !== null && value !== undefined).flatMap(([key, value]) => [el("dt", {}, key), el("dd", {}, value)])));
}

/** Failures shown before the reader asks for more. */
const SHOWN = 3;

function failures() {
  if (failed.length === 0) return null;
  const list = el("ol", { class: "failures" });
  const show = (from, to) => list.append(...failed.slice(from, to).map(failure));
  show(0, SHOWN);
  const more = failed.length > SHOWN
    ? el("button", { type: "button", class: "more", onclick: (event) => { show(SHOWN, failed.length); event.target.remove(); } }, `Show ${failed.length - SHOWN} more`)
    : "";
  return el("section", { "aria-labelledby": "failures" }, el("h2", { id: "failures" }, "Not ok, worst first"), list, more);
}

function failure({ entry, record }) {
  return el("li", { class: "card" },
    badge(record), el("a", { class: "where", href: caseLink(entry, record.mode) }, record.address),
    el("p", {}, record.explanation), command(record.repeat));
}

function command(text) {
  const copy = el("button", { type: "button", class: "quiet", onclick: async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(copy.previousSibling);
      copy.textContent = "Selected";
    }
  } }, "Copy");
  return el("div", { class: "command" }, el("code", { tabindex: "0", "aria-label": "Command to repeat it" }, text), copy);
}

/** What a fixture shows in a stage: first difference, consequence, close, missing, equal, or nothing compared. */
const LEGEND = [["x", "✗", "first difference"], ["f", "•", "differs as well"], ["n", "~", "close or known"], ["m", "?", "fields missing"], ["e", "=", "equal"], ["z", "", "nothing to compare"]];
const rank = { x: 5, f: 4, n: 3, m: 2, e: 1 };

function cells(fixture) {
  const marks = new Array(page.groups.length).fill("z");
  const put = (group, mark) => { if ((rank[mark] || 0) > (rank[marks[group]] || 0)) marks[group] = mark; };
  for (const at of fixture.cases) {
    for (const record of page.cases[at].records) {
      for (const [group, , values] of record.stages) if (values) put(group, "e");
      for (const [, group] of record.missing || []) put(group, "m");
      for (const [, group] of record.differing || []) put(group, record.ok ? "n" : "f");
      if (record.finding) put(record.finding.group, record.ok ? "n" : "x");
    }
  }
  return marks;
}

const rows = page.fixtures.map((fixture) => {
  const records = fixture.cases.flatMap((at) => page.cases[at].records);
  const worst = records.reduce((a, b) => (Number(b.ok) - Number(a.ok) || severity.indexOf(a.outcome) - severity.indexOf(b.outcome)) < 0 ? b : a);
  const words = records.flatMap((record) => [record.address, record.explanation, outcomeName(record), ...(record.differing || []).map(([field]) => field)]);
  const names = fixture.cases.map((at) => page.cases[at].name);
  return { fixture, records, worst, marks: cells(fixture), text: [fixture.path, ...names, ...words].join(" ").toLowerCase() };
}).sort((a, b) => Number(a.worst.ok) - Number(b.worst.ok) || severity.indexOf(b.worst.outcome) - severity.indexOf(a.worst.outcome));

const filter = { text: "", outcome: "" };

/** Whether the row has all words of the search and the outcome. */
function wanted(row) {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => row.text.includes(word))
    && (!filter.outcome || row.records.some((record) => (filter.outcome === "not ok" ? !record.ok : record.outcome === filter.outcome)));
}

/** Rows drawn at a time. */
const CHUNK = 60;

function map() {
  const shown = page.groups.map((_, group) => group).filter((group) => rows.some((row) => row.marks[group] !== "z"));
  // On a narrow screen only the columns with something in them are there.
  const quiet = new Set(shown.filter((group) => rows.every((row) => "ze".includes(row.marks[group]))));
  const kind = (group) => (quiet.has(group) ? "quiet" : "");
  const symbols = Object.fromEntries(LEGEND.map(([mark, symbol]) => [mark, symbol]));
  const draw = (row) => {
    const { fixture } = row;
    const only = fixture.cases.length === 1 ? page.cases[fixture.cases[0]] : null;
    const href = only ? caseLink(only) : `#/fixture/${encodeURIComponent(fixture.path)}`;
    const count = only ? "" : el("span", { class: "small" }, ` ${fixture.cases.length} cases`);
    row.element = el("tr", {}, el("th", { scope: "row", title: fixture.path }, el("a", { href }, el("bdi", {}, fixture.path)), count), el("td", { class: "o" }, badge(row.worst)));
    row.element.insertAdjacentHTML("beforeend", shown.map((group) => `<td class="${kind(group)}"><i class="${row.marks[group]}">${symbols[row.marks[group]]}</i></td>`).join(""));
    row.element.hidden = !wanted(row);
    return row.element;
  };
  // A screenful at once, the rest when the page can be seen and used.
  const body = el("tbody", { "aria-busy": "true" });
  const drawFrom = (at) => {
    body.append(...rows.slice(at, at + CHUNK).map(draw));
    if (at + CHUNK < rows.length) setTimeout(() => drawFrom(at + CHUNK));
    else body.removeAttribute("aria-busy");
  };
  const heads = shown.map((group) => el("th", { scope: "col", class: kind(group) || null }, el("span", {}, page.groups[group].replaceAll("_", " "))));
  const found = el("span", { class: "found", role: "status", "aria-live": "polite" });
  const apply = () => {
    for (const row of rows) if (row.element) row.element.hidden = !wanted(row);
    found.textContent = `${number(rows.filter(wanted).length)} of ${plural(rows.length, "fixture")}`;
  };
  const search = el("input", { type: "search", id: "search", placeholder: "Search fixtures, cases, fields, messages", "aria-label": "Search", value: filter.text, oninput: (event) => { filter.text = event.target.value; apply(); } });
  const options = [["", "All outcomes"], ["not ok", "Not ok"], ...severity.map((outcome) => [outcome, page.outcomes[outcome][0]])];
  const select = el("select", { id: "outcome", "aria-label": "Outcome", onchange: (event) => { filter.outcome = event.target.value; apply(); } },
    options.map(([value, text]) => el("option", { value, selected: value === filter.outcome }, text)));
  apply();
  drawFrom(0);
  return el("section", { "aria-labelledby": "fixtures" }, el("h2", { id: "fixtures" }, "Fixtures by pipeline stage"),
    el("div", { class: "tools", role: "search" }, search, select, found),
    el("ul", { class: "legend" }, LEGEND.map(([mark, symbol, words]) => el("li", {}, el("i", { class: mark, "aria-hidden": "true" }, mark === "e" ? "" : symbol), words)), quiet.size < shown.length && quiet.size ? el("li", { class: "narrow" }, `${quiet.size} stages without a difference are left out on this narrow screen`) : ""),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Heat map" },
      el("table", { class: "map" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "fixture"), el("th", { scope: "col" }, "worst"), heads)), body)));
}

/** Which view the address asks for. */
function route() {
  const hash = location.hash;
  if (hash && !hash.startsWith("#/")) return;
  const [, kind, name, mode] = hash.split("/");
  const main = document.getElementById("main");
  const wanted = name && decodeURIComponent(name);
  let view = null;
  if (kind === "case") {
    const entry = page.cases.find((one) => one.name === wanted);
    view = entry && casePage(entry, mode);
  } else if (kind === "fixture") {
    const fixture = page.fixtures.find((one) => one.path === wanted);
    view = fixture && fixturePage(fixture);
  }
  const missing = kind && !view ? [el("p", { role: "alert" }, `There is no ${kind} ${wanted} in this report.`)] : [];
  main.replaceChildren(...missing, ...(view || overview()).filter(Boolean));
  scrollTo(0, 0);
  const hit = document.getElementById("hit");
  if (hit) hit.parentElement.scrollTop = Math.max(0, hit.offsetTop - hit.parentElement.offsetTop - 90);
  if (mode) document.getElementById(`mode-${mode}`)?.scrollIntoView({ block: "nearest" });
  if (kind) main.focus({ preventScroll: true });
}

/** The failure after or before the one that is shown. */
function travel(by) {
  const names = [...new Set(failed.map(({ entry }) => entry.name))];
  if (!names.length) return;
  const [, kind, name] = location.hash.split("/");
  const at = kind === "case" ? names.indexOf(decodeURIComponent(name)) : -1;
  const next = at < 0 ? (by > 0 ? 0 : names.length - 1) : (at + by + names.length) % names.length;
  location.hash = `#/case/${encodeURIComponent(names[next])}`;
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches?.("input, select, textarea");
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    if (typing) event.target.blur();
    else location.hash = "#/";
  } else if (!typing && event.key === "/") {
    if (!document.getElementById("search")) location.hash = "#/";
    setTimeout(() => document.getElementById("search")?.focus());
    event.preventDefault();
  } else if (!typing && (event.key === "j" || event.key === "k")) {
    travel(event.key === "j" ? 1 : -1);
  }
});

const themes = ["auto", "light", "dark"];
const themeButton = document.getElementById("theme");
function theme(name) {
  if (name === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  themeButton.textContent = `Theme: ${name}`;
}
themeButton.addEventListener("click", () => {
  const now = document.documentElement.dataset.theme || "auto";
  const next = themes[(themes.indexOf(now) + 1) % themes.length];
  theme(next);
  try { localStorage.setItem("theme", next); } catch { /* a file may have no storage */ }
});
try { theme(localStorage.getItem("theme") || "auto"); } catch { theme("auto"); }

document.getElementById("run").textContent = [page.header.run, page.commit].filter(Boolean).join(" · ");
// On paper everything is open.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
addEventListener("hashchange", route);
route();

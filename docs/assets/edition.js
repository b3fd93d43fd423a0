// What a page gains when scripts run. It reads and works without.

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const root = document.documentElement;

const remember = (name, value) => {
  try {
    value ? localStorage.setItem(name, value) : localStorage.removeItem(name);
  } catch {
    /* private window */
  }
};
const recall = (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};

// The essay alone, or with some of its notes: the address says it, and shown.html remembers it on the next page.
const controls = all("[name=solo], [name=ver]");
const shown = () =>
  String(
    new URLSearchParams(
      controls.filter(({ checked, value }) => checked && value).map(({ name, value }) => [name, value]),
    ),
  );
const address = () => {
  const query = shown() && `?${shown()}`;
  if (controls.length && query !== location.search)
    history.replaceState(null, "", location.pathname + query + location.hash);
};
for (const control of controls) {
  control.addEventListener("change", () => {
    remember("shown", shown());
    address();
  });
}
address();

// Passage and note light up together, by pointer and by keyboard.
const slugs = (element) => {
  const end = element.closest?.(".note, .passage[data-notes], .ref");
  if (!end) return [];
  if (end.dataset.notes) return end.dataset.notes.split(" ");
  return [(end.id.startsWith("nota-") ? end.id : end.hash).replace(/^#?nota-/, "")];
};
const light = ({ target, type }) => {
  const on = type === "pointerover" || type === "focusin";
  for (const slug of slugs(target)) {
    for (const end of all(`[data-notes~="${slug}"], #nota-${slug}`)) end.classList.toggle("lit", on);
  }
};
for (const type of ["pointerover", "pointerout", "focusin", "focusout"]) document.addEventListener(type, light);

const isShown = (element) => element.getClientRects().length > 0;

// A click on a passage goes to the note of its shortest range, unless words are being selected.
document.addEventListener("click", ({ target }) => {
  const passage = target.closest(".passage[data-notes]");
  if (!passage || target.closest("a") || !getSelection().isCollapsed) return;
  const note = passage.dataset.notes
    .split(" ")
    .map((slug) => document.getElementById(`nota-${slug}`))
    .findLast(isShown);
  if (!note) return;
  location.hash = note.id;
  reveal();
});

// A term opens its definition in place, and the sign of an address the menu that copies and cites it. A modified click
// follows the link, as does any where there are no popovers (Chrome 114, Firefox 125, Safari 17).
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a:is(.term, .anchor)");
  if (!link?.showPopover || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  (await import(link.matches(".term") ? "./define.js" : "./share.js")).open(link);
});

// What a fragment points to is opened: the note itself, or whatever hides the target.
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  const folded = target.matches(".note") ? all("details", target) : [target.closest("details")];
  for (const details of folded) if (details) details.open = true;
  if (!isShown(target) && target.matches(".note, .ref")) {
    for (const control of controls) control.checked = !control.value;
    address();
    target.scrollIntoView();
  }
  if (target.matches(".ref")) target.focus({ preventScroll: true });
};
addEventListener("hashchange", reveal);
document.addEventListener("click", ({ target }) => {
  if (target.closest(`a[href="${location.hash}"]`)) reveal();
});
reveal();

addEventListener("beforeprint", () => {
  for (const details of all(".note details")) details.open = true;
});

// The colours: as the system has them, light or dark.
const schemes = ["", "default", "slate"];
const button = document.querySelector(".scheme");
const paint = (scheme) => {
  const names = button.dataset.labels.split("|");
  button.ariaLabel = button.title = button.dataset.label.replace("{0}", names[schemes.indexOf(scheme)]);
  if (scheme) root.dataset.mdColorScheme = scheme;
  else delete root.dataset.mdColorScheme;
};
let scheme = schemes.includes(recall("scheme")) ? recall("scheme") : "";
button.hidden = false;
paint(scheme);
button.addEventListener("click", () => {
  scheme = schemes[(schemes.indexOf(scheme) + 1) % schemes.length];
  remember("scheme", scheme);
  paint(scheme);
});

const search = document.querySelector(".search-open");
search.hidden = false;
search.addEventListener("click", async () => (await import("./search.js")).open(search));

const seal = document.getElementById("sello");
if (seal) (await import("./seal.js")).mount(seal);

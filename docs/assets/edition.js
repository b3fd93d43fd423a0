// What a page gains when scripts run. It reads and works without. Each part is mounted on its own: one that fails, in a
// browser that lacks what it needs, leaves the others as they are.

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const root = document.documentElement;

const storage = (act) => {
  try {
    return act(localStorage);
  } catch {
    return null; // a private window
  }
};
const recall = (name) => storage((kept) => kept.getItem(name));
const remember = (name, value) => storage((kept) => (value ? kept.setItem(name, value) : kept.removeItem(name)));

/** The id that the address points to; none where it cannot be decoded. */
const fragment = () => {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
};

// Chrome 104 and Safari 17.3 have no checkVisibility.
const isShown = (element) => element.checkVisibility?.() ?? element.getClientRects().length > 0;

const isInView = (element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
};

/** Go to an id of this page as a link would; what is in view already stays where it is. */
const go = (target) => {
  const { scrollX, scrollY } = window;
  const stay = isInView(target);
  if (fragment() !== target.id) location.hash = target.id;
  else if (!stay) target.scrollIntoView();
  if (stay) scrollTo(scrollX, scrollY);
  reveal();
};

// The essay alone, or with some of its notes: the address says it, and shown.html remembers it on the next page.
const controls = all("[name=solo], [name=ver]");
const names = ["solo", "ver"];

/** Put the choice into the address, beside whatever else its query says. */
const address = () => {
  const query = new URLSearchParams(location.search);
  for (const name of names) query.delete(name);
  for (const { checked, name, value } of controls) if (checked && value) query.set(name, value);
  const search = String(query) && `?${query}`;
  if (controls.length && search !== location.search)
    history.replaceState(history.state, "", location.pathname + search + location.hash);
};

const choose = (shown) => {
  for (const name of names) {
    const group = controls.filter((control) => control.name === name);
    const wanted = group.some(({ value }) => value === shown.get(name)) ? shown.get(name) : "";
    for (const control of group) control.checked = control.value === wanted;
  }
};

const choices = () => {
  const keep = () => {
    const query = new URLSearchParams(location.search);
    const chosen = names.filter((name) => query.has(name)).map((name) => [name, query.get(name)]);
    remember("shown", String(new URLSearchParams(chosen)));
  };
  for (const control of controls) {
    control.addEventListener("change", () => {
      address();
      keep();
    });
  }
  // Browsers put fields back as they were left; the address says more, and what was chosen last.
  const query = new URLSearchParams(location.search);
  const isSaid = names.some((name) => query.has(name));
  choose(isSaid ? query : new URLSearchParams(recall("shown") ?? ""));
  address();
  if (isSaid && controls.length) keep(); // a link that was shared, too
  // A page that comes back from the browser's memory shows what its address says. WebKit resets its fields after this.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) setTimeout(() => choose(new URLSearchParams(location.search)));
  });
};

// Passage and note light up together, by pointer and by keyboard.
const slugs = (element) => {
  const end = element.closest?.(".note, .passage[data-notes], .ref");
  if (!end) return [];
  if (end.dataset.notes) return end.dataset.notes.split(" ");
  return [(end.id.startsWith("nota-") ? end.id : end.hash).replace(/^#?nota-/, "")];
};
const lights = () => {
  const light = ({ target, type }) => {
    const on = type === "pointerover" || type === "focusin";
    for (const slug of slugs(target)) {
      for (const end of all(`[data-notes~="${slug}"], #nota-${slug}`)) end.classList.toggle("lit", on);
    }
  };
  for (const type of ["pointerover", "pointerout", "focusin", "focusout"]) document.addEventListener(type, light);
};

// A click on a passage goes to the note of its shortest range. Two clicks select a word, and go nowhere.
const DOUBLE_CLICK = 300; // ms
const passages = () => {
  let waiting;
  document.addEventListener("click", ({ target, detail }) => {
    clearTimeout(waiting);
    const passage = target.closest(".passage[data-notes]");
    if (!passage || target.closest("a") || detail > 1) return;
    waiting = setTimeout(() => {
      if (!getSelection().isCollapsed) return;
      const notes = passage.dataset.notes.split(" ").map((slug) => document.getElementById(`nota-${slug}`));
      const note = notes.reverse().find((note) => note && isShown(note));
      if (note) go(note);
    }, DOUBLE_CLICK);
  });
};

// A term opens its definition in place, and the permalink of a block the menu that copies and cites it. A modified click
// follows the link, and so does any where the script cannot be had.
const overlays = () => {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a:is(.term, .anchor)");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (!HTMLElement.prototype.showPopover) return;
    event.preventDefault();
    try {
      await (await import(link.matches(".term") ? "./define.js" : "./share.js")).open(link);
    } catch {
      location.assign(link.href);
    }
  });
};

// What a fragment points to is opened: the note itself, or whatever hides the target.
const reveal = () => {
  const target = document.getElementById(fragment());
  if (!target) return;
  const folded = target.matches(".note") ? all("details", target) : [target.closest("details")];
  for (const details of folded) if (details) details.open = true;
  if (!isShown(target) && target.matches(".note, .ref")) {
    choose(new URLSearchParams());
    address();
    target.scrollIntoView();
  }
  if (target.matches(".ref")) target.focus({ preventScroll: true });
};
const fragments = () => {
  addEventListener("hashchange", reveal);
  document.addEventListener("click", ({ target }) => {
    const link = target.closest("a[href^='#']");
    if (link && link.hash === location.hash) reveal();
  });
  reveal();
};

// Paper has room for all notes; afterwards they are as they were.
const printing = () => {
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = all(".note details:not([open])");
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
    opened = [];
  });
};

// Words that are copied from the essay come without the notes between them: fetched when words are first selected.
const copying = () => {
  const isSome = () => !getSelection().isCollapsed;
  document.addEventListener("selectionchange", () => isSome() && import("./copying.js").catch(() => {}));
};

// The colours: as the system has them, light or dark.
const colours = () => {
  const schemes = ["", "default", "slate"];
  const button = document.querySelector(".scheme");
  const words = button.dataset.labels.split("|");
  const chosen = () => (schemes.includes(recall("scheme")) ? recall("scheme") : "");
  let scheme;
  const paint = (wanted) => {
    scheme = wanted;
    const label = button.dataset.label.replace("{0}", words[schemes.indexOf(scheme)]);
    button.setAttribute("aria-label", label);
    button.title = label;
    if (scheme) root.dataset.mdColorScheme = scheme;
    else delete root.dataset.mdColorScheme;
  };
  paint(chosen());
  button.hidden = false;
  button.addEventListener("click", () => {
    const next = schemes[(schemes.indexOf(scheme) + 1) % schemes.length];
    remember("scheme", next);
    paint(next);
  });
  // Another page may have changed them since this one was left.
  addEventListener("pageshow", ({ persisted }) => persisted && paint(chosen()));
  addEventListener("storage", ({ key }) => key === "scheme" && paint(chosen()));
};

const search = () => {
  const button = document.querySelector(".search-open");
  if (!window.HTMLDialogElement || !window.Worker) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    import("./search.js")
      .then(({ open }) => open(button))
      .catch(() => {
        button.textContent = button.dataset.failed;
        button.disabled = true;
      });
  });
};

const seal = () => {
  const mark = document.getElementById("sello");
  if (mark && window.crypto?.subtle) import("./seal.js").then(({ mount }) => mount(mark));
};

for (const mount of [choices, lights, passages, overlays, fragments, printing, copying, colours, search, seal]) {
  try {
    mount();
  } catch (error) {
    console.error(error);
  }
}

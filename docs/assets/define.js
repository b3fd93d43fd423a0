// A term's definition, in place: fetched from the glossary when it is first asked for.

const GAP = 8; // px, around the box
let glossary;
let box;

/** Show the definition that the link `term` points to; follow the link when it cannot be had. */
export const define = async (term) => {
  const { hash, href } = term;
  try {
    glossary ??= fetch(href).then((answer) => answer.text()).then((text) => new DOMParser().parseFromString(text, "text/html"));
    const entry = (await glossary).getElementById(decodeURIComponent(hash.slice(1)));
    await show(term, entry.querySelector("h2").textContent, entry.querySelectorAll(":scope > p"));
  } catch {
    location.href = href;
  }
};

const show = async (term, name, paragraphs) => {
  box ??= build();
  const link = document.createElement("a");
  link.href = term.href;
  link.textContent = `${(await glossary).querySelector("h1").textContent}: ${name}`;
  const texts = [...paragraphs].map((paragraph) => {
    const text = document.importNode(paragraph, true);
    for (const cite of text.querySelectorAll(".cite")) cite.remove();
    text.innerHTML = text.innerHTML.replace(/\s+([.,;:])/g, "$1");
    return text;
  });
  box.replaceChildren(...texts, link);
  box.setAttribute("aria-label", name);
  box.returnTo = term;
  box.showPopover();
  place(term.getClientRects()[0]);
  box.focus({ preventScroll: true });
};

const build = () => {
  const made = document.createElement("div");
  made.className = "definition";
  made.popover = "auto";
  made.tabIndex = -1;
  made.setAttribute("role", "dialog");
  made.addEventListener("toggle", ({ newState }) => {
    const lost = document.activeElement === document.body || made.contains(document.activeElement);
    if (newState === "closed" && lost) made.returnTo.focus({ preventScroll: true });
  });
  document.body.append(made);
  return made;
};

// Below the term, or above where there is no room; never outside the window.
const place = (term) => {
  const { width, height } = box.getBoundingClientRect();
  const room = document.documentElement;
  const below = term.bottom + GAP + height <= room.clientHeight;
  box.style.left = `${Math.max(GAP, Math.min(term.left, room.clientWidth - width - GAP))}px`;
  box.style.top = `${below ? term.bottom + GAP : Math.max(GAP, term.top - height - GAP)}px`;
};

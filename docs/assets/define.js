// Shows a term's definition in place. Fetches it from the glossary on first use.

import { popover, show, styled } from "./overlay.js";
import { page } from "./page.js";

let glossary;
let box;

/** Show the definition that the link `term` points to; follow the link if it cannot be fetched. */
export const open = async (term) => {
  try {
    glossary ??= page(term.href);
    const terms = await glossary;
    await styled;
    box ??= build();
    fill(box, term, terms, terms.getElementById(decodeURIComponent(term.hash.slice(1))));
    show(box, term);
    box.focus({ preventScroll: true });
  } catch {
    location.href = term.href;
  }
};

const build = () => {
  const made = popover(document.createElement("div"));
  made.className = "definition";
  made.tabIndex = -1;
  made.setAttribute("role", "dialog");
  return made;
};

const fill = (box, term, terms, entry) => {
  const name = entry.querySelector("h2").firstChild.textContent.trim();
  const link = Object.assign(document.createElement("a"), {
    href: term.href,
    textContent: `${terms.querySelector("h1").textContent}: ${name}`,
  });
  box.setAttribute("aria-label", name);
  box.replaceChildren(...[...entry.querySelectorAll(":scope > p")].map(text), link);
};

// The words of a paragraph without its citations, whose numbers make sense only on the glossary page.
const text = (paragraph) => {
  const copy = document.importNode(paragraph, true);
  for (const cite of copy.querySelectorAll(".cite")) cite.remove();
  copy.innerHTML = copy.innerHTML.replace(/\s+([.,;:])/g, "$1");
  return copy;
};

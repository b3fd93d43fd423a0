// The menu of an address: copies it, or what stands there as a quotation with its source. Loaded when first asked for.

import { popover, show, styled } from "./overlay.js";

const root = new URL("..", import.meta.url).href;
let menu;
let cited;

/** Open the menu for what the link `anchor` points to. */
export const open = async (anchor) => {
  await styled;
  menu ??= build();
  menu.setAttribute("aria-label", anchor.getAttribute("aria-label") ?? anchor.textContent);
  menu.subject = describe(anchor);
  menu.querySelector("[role=status]").textContent = "";
  menu.querySelector("[data-do=share]").hidden = !navigator.share;
  const forms = ["iso690", "bibtex", "ris"].map((form) => menu.querySelector(`[data-do=${form}]`));
  const offer = (known) => {
    for (const form of forms) form.hidden = !known[menu.subject.address];
  };
  references().then(offer, () => offer({}));
  propose(menu.querySelector("[data-propose]"), menu.subject);
  show(menu, anchor);
  menu.querySelector("button").focus({ preventScroll: true });
};

const build = () => {
  const made = popover(document.getElementById("share").content.firstElementChild.cloneNode(true));
  made.addEventListener("click", ({ target }) => act(target.closest("button")?.dataset.do));
  return made;
};

const act = async (wanted) => {
  if (!wanted) return;
  const { subject } = menu;
  const status = menu.querySelector("[role=status]");
  try {
    if (wanted === "share")
      return void (await navigator.share({ title: subject.source, text: plain(subject), url: subject.url }));
    await copy(wanted, subject);
    status.textContent = status.dataset.done;
  } catch (error) {
    if (error.name !== "AbortError") status.textContent = status.dataset.failed;
  }
};

const copy = async (format, subject) => {
  const quoted = { link: subject.url, text: plain(subject), markdown: markdown(subject), html: plain(subject) };
  const text = quoted[format] ?? (await references())[subject.address][format];
  if (format !== "html") return navigator.clipboard.writeText(text);
  const blob = (content, type) => new Blob([content], { type });
  return navigator.clipboard.write([
    new ClipboardItem({
      "text/html": blob(rich(subject), "text/html"),
      "text/plain": blob(text, "text/plain"),
    }),
  ]);
};

// How to cite each address, in every form.
const references = () => {
  cited ??= fetch(new URL("citas.json", root)).then((answer) => answer.json());
  return cited;
};

// A subject is { words, finding?, source, url, address }: what is quoted, what the note says of it, where it stands, and
// that as an address of the edition, such as «ensayo/x/#p3».
const describe = (anchor) => {
  const canonical = document.querySelector("link[rel=canonical]").href;
  const url = new URL(anchor.getAttribute("href"), canonical).href;
  const target =
    anchor.closest(".note, .note-page") ??
    document.getElementById(decodeURIComponent(anchor.hash.slice(1))) ??
    document.querySelector("h1");
  const edition = document.querySelector(".bar .name").textContent.trim();
  const title = target.closest("[data-title]")?.dataset.title;
  const where = [edition, title && `«${title}»`, target.dataset.p && `¶ ${target.dataset.p}`]
    .filter(Boolean)
    .join(", ");
  const place = { source: where, url, target, address: siteRelative(anchor) };
  if (!target.matches(".note, .note-page")) return { words: selected(target) || words(target), ...place };
  const slug = target.id.replace(/^nota-/, "");
  const passages = target.matches(".note")
    ? document.querySelectorAll(`[data-notes~="${slug}"]`)
    : target.querySelectorAll(".quote mark");
  const [finding, name, gist] = [".finding", ".title, h1", ".gist"].map((part) => words(target.querySelector(part)));
  return {
    words: [...passages].map((part) => part.textContent).join(""),
    finding: `${finding}. ${name}. ${gist}`,
    ...place,
  };
};

const words = (element) => {
  const copy = element.cloneNode(true);
  for (const added of copy.querySelectorAll("[data-edition], .anchor, .cite, .link, .citing, .sources, .see, h2"))
    added.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
};

// An address of the edition, whatever query this page was opened with, and by whatever name of its file.
const siteRelative = ({ origin, pathname, hash }) =>
  (origin + pathname.replace(/index\.html$/, "") + hash).slice(root.length);

// What is selected of an element, if it is only a part: a selection may begin before it, and end after it.
const selected = (element) => {
  const selection = getSelection();
  if (!selection.rangeCount || selection.isCollapsed || !selection.containsNode(element, true)) return "";
  const range = selection.getRangeAt(0).cloneRange();
  const whole = document.createRange();
  whole.selectNodeContents(element);
  if (range.compareBoundaryPoints(Range.START_TO_START, whole) < 0)
    range.setStart(whole.startContainer, whole.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, whole) > 0) range.setEnd(whole.endContainer, whole.endOffset);
  const part = document.createElement("div");
  part.append(range.cloneContents());
  return words(part);
};

const plain = ({ words, finding, source, url }) => `«${words}»\n${finding ? `${finding}\n` : ""}— ${source}. ${url}`;
const markdown = ({ words, finding, source, url }) =>
  `> ${words}\n${finding ? `\n${finding}\n` : ""}\n— [${source}](${url})`;
const rich = ({ words, finding, source, url }) => {
  const made = document.createElement("div");
  made.innerHTML = "<blockquote><p></p></blockquote><p></p><p>— <a></a></p>";
  const [quoted, found] = made.querySelectorAll("p");
  quoted.textContent = words;
  if (finding) found.textContent = finding;
  else found.remove();
  Object.assign(made.querySelector("a"), { href: url, textContent: source });
  return made.innerHTML;
};

// A proposal begins from a block of the essay: the words, what stands around them, and where.
const propose = (link, { words, target, url }) => {
  if (!link) return;
  const block = target.closest("[data-p]");
  link.hidden = !block;
  if (!block) return;
  const whole = block.textContent;
  const at = Math.max(0, whole.indexOf(words));
  const fields = {
    exact: words,
    prefix: whole.slice(Math.max(0, at - 32), at),
    suffix: whole.slice(at + words.length).slice(0, 32),
    address: url,
    version: link.dataset.version,
  };
  link.href = `${link.dataset.propose}&${new URLSearchParams(fields)}`;
};

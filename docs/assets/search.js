// The search dialog, over the worker and the index of Material's search. Loaded when it is first asked for.

import { styled } from "./overlay.js";

const [SETUP, READY, QUERY, RESULT] = [0, 1, 2, 3]; // the worker's messages
const SHOWN = 160; // characters of an excerpt
const ENDING = /(\p{L}{4})(?:[aeo]s?|es|s)$/u; // of a plural or a gender, where enough of the word is left
const root = new URL("..", import.meta.url);

let dialog;

/** Open the dialog; `button` holds the worker's address and the words to show. */
export const open = async (button) => {
  await styled;
  dialog ??= build(button.dataset);
  dialog.showModal();
  dialog.querySelector("input").select();
};

// Every word has to be there, in any of its endings and without its accents; whole words come first.
const query = (text) => {
  const words =
    text
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.flatMap((word) => [`+${word.replace(ENDING, "$1")}*`, `${word}^9`]).join(" ");
};

const build = (words) => {
  const made = document.createElement("dialog");
  made.className = "search";
  made.setAttribute("aria-label", words.title);
  made.innerHTML = `<form method="dialog"><input type="search" autocomplete="off" spellcheck="false"><button></button></form>
    <p role="status"></p><ol></ol>`;
  const [input, close, status, list] = ["input", "button", "p", "ol"].map((name) => made.querySelector(name));
  input.placeholder = input.ariaLabel = words.placeholder;
  close.textContent = words.close;
  status.textContent = words.hint;
  document.body.append(made);

  let ready = false;
  const worker = new Worker(new URL(words.worker, location));
  const asked = []; // and not answered yet
  const ask = () => {
    if (!ready) return;
    asked.push(input.value);
    worker.postMessage({ type: QUERY, data: query(input.value) });
  };
  worker.addEventListener("message", ({ data: { type, data } }) => {
    if (type === READY) {
      ready = true;
      ask();
    }
    if (type !== RESULT) return;
    const answered = asked.shift();
    list.dataset.for = answered;
    if (answered !== input.value) return;
    const found = input.value.trim()
      ? data.items
          .flat()
          .filter((item) => item.score > 0)
          .slice(0, 30)
      : [];
    const count = found.length === 1 ? words.one : words.other;
    status.textContent = !input.value.trim()
      ? words.hint
      : found.length
        ? count.replace("{0}", found.length)
        : words.none;
    list.replaceChildren(...found.map(result));
  });
  fetch(new URL("search/search_index.json", root))
    .then((answer) => answer.json())
    .then((index) => worker.postMessage({ type: SETUP, data: { ...index, options: { suggest: false } } }))
    .catch(() => {
      status.textContent = words.failed;
    });

  input.addEventListener("input", ask);
  made.addEventListener("click", (event) => {
    if (event.target === made || event.target.closest("a")) made.close();
  });
  made.addEventListener("keydown", (event) => {
    // The field would keep Escape to empty itself.
    if (event.key === "Escape") made.close();
    else move(event, input, [...list.querySelectorAll("a")]);
  });
  return made;
};

// Arrow keys walk through the results and back to the field; Enter in the field follows the first one.
const move = (event, input, links) => {
  const at = links.indexOf(document.activeElement);
  const next = { ArrowDown: links[at + 1], ArrowUp: at > 0 ? links[at - 1] : input }[event.key];
  if (next) {
    event.preventDefault();
    next.focus();
  }
  if (event.key === "Enter" && document.activeElement === input) {
    event.preventDefault();
    links[0]?.click();
  }
};

const result = ({ location, title, text, parent }) => {
  const item = document.createElement("li");
  const link = item.appendChild(document.createElement("a"));
  link.href = new URL(location, root);
  const name = link.appendChild(document.createElement("b"));
  name.append(parent ? `${plain(parent.title)}, ` : "", ...marked(plain(title)));
  const words = plain(text);
  const hit = words.indexOf("\u0001");
  const start = hit > SHOWN / 2 ? words.lastIndexOf(" ", hit - SHOWN / 4) + 1 : 0;
  link.append(start ? "…" : "", ...marked(words.slice(start, start + SHOWN)), words.length > start + SHOWN ? "…" : "");
  return item;
};

// The index holds HTML. Only its text is shown, and of its elements only the marks of the hits, which two characters
// that no text has stand for.
const plain = (html) => {
  const flagged = html
    .replace(/<mark[^>]*>/g, "\u0001")
    .replace(/<\/mark>/g, "\u0002")
    .replace(/<\/(p|li|div|h\d)>/g, " ");
  return new DOMParser().parseFromString(flagged, "text/html").body.textContent.replace(/\s+/g, " ").trim();
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: because no text has them
const HIT = /(\u0001[^\u0002]*\u0002?)/;
const marked = (words) =>
  words.split(HIT).map((piece) => {
    if (!piece.startsWith("\u0001")) return piece;
    const mark = document.createElement("mark");
    mark.textContent = piece.slice(1).replace("\u0002", "");
    return mark;
  });

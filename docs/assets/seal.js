// The seal of fidelity: extracts the essay from the finished page in the reader's browser, and compares its fingerprint
// with that of the text as received. The build does the same in scripts/edition/join/fidelity.py.

import { page } from "./page.js";

const WHOLE = new URL("../completo/", import.meta.url);

/** Add the button that runs the check after the fingerprint in the element `seal`. */
export const mount = (seal) => {
  const made = document.getElementById("seal").content.firstElementChild.cloneNode(true);
  const [button, status] = made.children;
  button.addEventListener("click", async () => {
    status.textContent = status.dataset.checking;
    status.textContent = await check(seal.textContent.trim()).then(
      ({ isSame, length, hash }) =>
        isSame ? status.dataset.same.replace("{0}", length) : status.dataset.different.replace("{0}", hash),
      () => status.dataset.failed,
    );
  });
  seal.closest("p").after(made);
};

const check = async (expected) => {
  const essay = extract(await page(WHOLE, { cache: "no-cache" }));
  const hash = await sha256(essay);
  return { isSame: hash === expected, length: [...essay].length, hash };
};

const sha256 = async (text) => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

// A blank line separates blocks, except the items of a tight list; items begin with their bullet or number.
const extract = (whole) =>
  [...whole.querySelectorAll("[data-h], [data-p], [data-graph]")]
    .map((block, at) => {
      for (const added of block.querySelectorAll("[data-edition], .note, .anchor")) added.remove();
      const item = block.closest("li");
      const position = item ? [...item.parentElement.children].indexOf(item) + 1 : 0;
      const joint = !at ? "" : position > 1 && !block.matches("p") ? "\n" : "\n\n";
      const marker = !item ? "" : item.parentElement.matches("ol") ? `${position}. ` : "• ";
      return joint + marker + block.textContent;
    })
    .join("");

// Words that are copied from the essay come without the notes between them. Loaded when words are first selected.

const all = (selector, root) => [...root.querySelectorAll(selector)];
const escaped = (words) => Object.assign(document.createElement("p"), { textContent: words }).innerHTML;

document.addEventListener("copy", (event) => {
  const selection = getSelection();
  if (!selection.rangeCount) return;
  const range = selection.getRangeAt(0);
  const holder = range.commonAncestorContainer;
  const inside = holder.nodeType === Node.ELEMENT_NODE ? holder : holder.parentElement;
  if (!inside.closest(".essay") || inside.closest("[data-edition]")) return;
  const copied = document.createElement("div");
  copied.append(range.cloneContents());
  if (!copied.querySelector("[data-edition]")) return;
  for (const added of all("[data-edition]", copied)) added.remove();
  const blocks = all("[data-h], [data-p], [data-graph]", copied);
  const text = (blocks.length ? blocks : [copied]).map((block) => block.textContent.trim()).filter(Boolean);
  event.clipboardData.setData("text/plain", text.join("\n\n"));
  event.clipboardData.setData("text/html", text.map((words) => `<p>${escaped(words)}</p>`).join(""));
  event.preventDefault();
});

// What opens over a page has in common: its stylesheet, its place, and where the focus goes when it closes.

const GAP = 6; // px

/** Resolves when overlay.css, which this loads once, is there. */
export const styled = new Promise((resolve) => {
  const link = Object.assign(document.createElement("link"), {
    rel: "stylesheet",
    href: new URL("overlay.css", import.meta.url),
  });
  link.onload = link.onerror = resolve;
  document.head.append(link);
});

/** Make `box` a popover that gives the focus back to what it was opened from. */
export const popover = (box) => {
  box.popover = "auto";
  box.addEventListener("toggle", ({ newState }) => {
    const lost = document.activeElement === document.body || box.contains(document.activeElement);
    if (newState === "closed" && lost) box.opener?.focus({ preventScroll: true });
  });
  document.body.append(box);
  return box;
};

/** Show the popover `box` at the first line of `opener`: below, or above where there is no room; never off the window. */
export const show = (box, opener) => {
  box.opener = opener;
  box.showPopover();
  const { width, height } = box.getBoundingClientRect();
  const { left, top, bottom } = opener.getClientRects()[0];
  const { clientWidth, clientHeight } = document.documentElement;
  const below = bottom + GAP + height <= clientHeight;
  box.style.left = `${Math.max(GAP, Math.min(left, clientWidth - width - GAP))}px`;
  box.style.top = `${below ? bottom + GAP : Math.max(GAP, top - height - GAP)}px`;
};

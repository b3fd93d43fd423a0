// Shared by everything that opens over a page: stylesheet, position, and focus after closing.

const GAP = 6; // px

/** Resolves when overlay.css has loaded; it is requested once. */
export const styled = new Promise((resolve) => {
  const link = Object.assign(document.createElement("link"), {
    rel: "stylesheet",
    href: new URL("overlay.css", import.meta.url),
  });
  link.onload = link.onerror = resolve;
  document.head.append(link);
});

/** Make `box` a popover that returns the focus to its opener. */
export const popover = (box) => {
  box.popover = "auto";
  box.addEventListener("toggle", ({ newState }) => {
    const lost = document.activeElement === document.body || box.contains(document.activeElement);
    if (newState === "closed" && lost) box.opener?.focus({ preventScroll: true });
  });
  document.body.append(box);
  return box;
};

/** Show the popover `box` below the first line of `opener`, or above if there is no room, and within the window. */
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

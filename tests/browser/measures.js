// Measures of a page for test_accessibility.py, besides axe.

window.measure = (() => {
  const all = (selector) => [...document.body.querySelectorAll(selector)];
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  const once = (f, known = new Map()) => (key) => known.has(key) ? known.get(key) : known.set(key, f(key)).get(key);
  const firstLine = (element) => element.getClientRects()[0] ?? element.getBoundingClientRect();

  /** The violations and undecided results of axe, as [rule, where and why]. */
  const faults = async (rules) => {
    const { violations, incomplete } = await axe.run({ runOnly: rules, resultTypes: ["violations", "incomplete"] });
    const tell = ({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, `${html}\n${failureSummary}`]);
    return [violations.flatMap(tell), incomplete.flatMap(tell)];
  };

  /** Let axe wait on pages without scripts, where timers do not run. */
  const tick = () => {
    window.setTimeout = (f, wait, ...rest) => { if (!(wait > 1000)) Promise.resolve().then(() => f(...rest)); };
  };

  const unfold = (open) => { for (const details of all("details")) details.open = open; };

  /** Show all passages as one that several notes share, or them and their notes as lit. */
  const mark = (state) => {
    for (const end of all(".passage, .note")) {
      end.toggleAttribute("data-shared", state === "shared");
      end.classList.toggle("lit", state === "lit");
    }
  };

  const style = (css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  };

  /** The colours of the essay's text and of the rest, each as [colour, what is behind it, where], on a page whose own
      colour is that of the token `ground`. */
  const colours = (ground) => {
    document.body.style.backgroundColor = `var(--${ground})`;
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const read = once((colour) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    });
    const over = ([r, g, b, alpha], below) => [r, g, b].map((part, at) => (part * alpha + below[at] * (255 - alpha)) / 255);
    const behind = once((element) => element
      ? over(read(getComputedStyle(element).backgroundColor), behind(element.parentElement)) : [255, 255, 255]);
    const opacity = once((element) => element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1);
    const found = { essay: new Map(), rest: new Map() };
    const take = (kind, element, pseudo) => {
      const { color, fill } = getComputedStyle(element, pseudo);
      const [r, g, b, alpha] = read(element.closest("svg") ? fill : color);
      const pair = [over([r, g, b, alpha * opacity(element)], behind(element)), behind(element)];
      found[kind].set(String(pair), [...pair, `${element.outerHTML.slice(0, 150)} ${pseudo ?? ""}`]);
    };
    for (const element of all("*").filter(isShown)) {
      const kind = element.closest(".block") && !element.closest("[data-edition]") ? "essay" : "rest";
      if ([...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())) take(kind, element);
      for (const pseudo of ["::before", "::after"]) {
        if (!/^(none|normal|"")/.test(getComputedStyle(element, pseudo).content)) take("rest", element, pseudo);
      }
    }
    return { essay: [...found.essay.values()], rest: [...found.rest.values()] };
  };

  /** All visible controls, in document order. */
  const usable = () => all("a, button, summary, input, select, textarea, [tabindex]")
    .filter((element) => element.tabIndex >= 0 && isShown(element) && (element.type !== "radio" || element.checked));

  /** What each element does, and its place: row of the page, text or margin, part of these, permalink or label,
      and position in it. */
  const places = (elements) => elements.map((element) => {
    const start = (selector) => element.closest(selector).getBoundingClientRect().top;
    const { left, top, height } = firstLine(element);
    const row = ".row, .graph, .bar, .colophon";
    return {
      does: `${element.localName} ${element.ariaLabel ?? (element.labels?.[0] ?? element).textContent.trim()} ${element.getAttribute("href")}`,
      part: [start(row), +Boolean(element.closest(".margin")), start(`li, .source, ${row}`), +!element.matches(".anchor")],
      middle: top + height / 2,
      left,
    };
  });

  /** The element with the focus, and whether it is in view and its focus visible. */
  const stop = (elements) => {
    const element = document.activeElement;
    const { top, bottom } = firstLine(element);
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return [elements.indexOf(element), top >= 0 && bottom <= innerHeight && outlineStyle === "solid" && parseFloat(outlineWidth) >= 2];
  };

  /** The targets smaller than 24 px, except inline links. */
  const small = () => all("a[href], button, summary, input, select, textarea").map((element) => element.closest("label") ?? element)
    .filter((element) => {
      const block = element.parentElement.closest(":not(b, cite, em, i, mark, q, span, strong)");
      const isAmongWords = getComputedStyle(element).display === "inline" && block.textContent.trim() !== element.textContent.trim();
      const { width, height } = element.getBoundingClientRect();
      return isShown(element) && !isAmongWords && Math.min(width, height) < 24;
    }).map((element) => element.outerHTML.slice(0, 150));

  /** The controls that cannot be clicked because something covers them. */
  const covered = () => usable().map((element) => element.closest("label") ?? element)
    .filter((element) => {
      element.scrollIntoView({ block: "center", inline: "center" });
      const { left, top, width, height } = firstLine(element);
      const isReached = element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      return !isReached && !element.matches(".skip");
    }).map((element) => element.outerHTML.slice(0, 150));

  /** The unreadable text: outside the window, overlapping, or clipped by its box. */
  const lost = () => {
    const apart = ".visually-hidden, .word, .skip, svg, svg *"; // hidden on purpose, or checked elsewhere
    const scrolls = once((element) => element
      && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement)));
    const found = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`${scrollWidth - innerWidth} px to the side`);
    const written = [];
    for (const element of all(`:not(${apart})`).filter(isShown)) {
      const { fontSize, overflow } = getComputedStyle(element);
      const isCut = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
      if (isCut && /hidden|clip/.test(overflow)) found.push(`cut: ${element.outerHTML.slice(0, 150)}`);
      for (const node of element.childNodes) {
        const words = node.nodeType === Node.TEXT_NODE && node.data.trim();
        if (!words) continue;
        const range = new Range();
        range.selectNodeContents(node);
        for (const { left, right, top, height } of range.getClientRects()) {
          const middle = top + height / 2, half = parseFloat(fontSize) / 3; // the height of the letters
          written.push({ words, left, right, top: middle - half, bottom: middle + half });
          if ((left < -1 || right > innerWidth + 1) && !scrolls(element)) found.push(`outside: ${words}`);
        }
      }
    }
    written.sort((one, other) => one.top - other.top);
    written.forEach((one, at) => {
      for (let other, next = at + 1; (other = written[next])?.top < one.bottom - 1; next++) {
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        if (across > 1) found.push(`over one another: ${one.words} / ${other.words}`);
      }
    });
    return found;
  };

  /** The last words of each heading and of each note's first line, and the first words shown below it. */
  const heads = () => all("h1, h2, h3, h4, .note .title, .chart figcaption b").filter(isShown).map((head) => {
    const isSome = ({ data, parentElement }) => data.trim().length > 2 && isShown(parentElement);
    const filter = (node) => isSome(node) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, filter);
    const found = [];
    for (walker.currentNode = head; walker.nextNode();) {
      found.push(walker.currentNode.data.trim());
      if (!head.contains(walker.currentNode)) break;
    }
    return [found.at(-2), found.at(-1).slice(0, 40)];
  });

  return { heads, faults, tick, unfold, mark, style, colours, usable, places, stop, small, covered, lost };
})();

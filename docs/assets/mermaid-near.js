// Loaded in place of mermaid: when a diagram comes near the screen, mermaid redraws it over the drawing made at build.
(() => {
  const library = new URL("vendor/mermaid.js", document.currentScript.src);
  const draw = async (source, number) => {
    const { default: mermaid } = await import(library);
    mermaid.initialize(window.mermaidConfig.default);
    const { svg } = await mermaid.render(`mermaid-${number}`, source.textContent);
    const live = document.createElement("div");
    live.className = "live";
    live.innerHTML = svg;
    source.replaceWith(live);
  };
  const start = () => {
    const near = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          near.unobserve(target);
          const source = target.querySelector(".mermaid");
          draw(source, sources.indexOf(source)).catch(() => {}); // the drawing made at build stays
        }
      },
      { rootMargin: "50%" },
    );
    const sources = [...document.querySelectorAll("pre.mermaid")];
    for (const source of sources) near.observe(source.closest(".graph"));
  };
  document.readyState === "loading" ? addEventListener("DOMContentLoaded", start) : start();
})();

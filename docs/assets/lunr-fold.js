// Appended at build to lunr's Spanish, which Material's search worker loads: letters count without their accents.
(() => {
  const spanish = lunr.es;
  const fold = (token) => token.update((word) => word.normalize("NFD").replace(/\p{M}/gu, ""));
  lunr.Pipeline.registerFunction(fold, "fold-es");
  lunr.es = Object.assign(function () {
    spanish.call(this);
    this.pipeline.add(fold);
    this.searchPipeline.add(fold);
  }, spanish);
})();

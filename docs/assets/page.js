// Another page of the site as a document, without its inline styles, which this page's policy forbids.

const STYLE = /<style>.*?<\/style>/s;

/** Fetch the page at `address`; throws if that fails. */
export const page = async (address, options) => {
  const answer = await fetch(address, options);
  if (!answer.ok) throw new Error(answer.statusText);
  return new DOMParser().parseFromString((await answer.text()).replace(STYLE, ""), "text/html");
};

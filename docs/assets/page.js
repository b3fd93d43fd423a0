// Another page of the site as a document, without its styles: the policy of this page names none but its own.

const STYLE = /<style>.*?<\/style>/s;

/** Fetch the page at `address`; throws when it cannot be had. */
export const page = async (address, options) => {
  const answer = await fetch(address, options);
  if (!answer.ok) throw new Error(answer.statusText);
  return new DOMParser().parseFromString((await answer.text()).replace(STYLE, ""), "text/html");
};

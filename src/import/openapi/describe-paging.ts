/** Descriptions of the parameters that choose a part of a long list, by their names without separators. */
const descriptions: Readonly<Record<string, string>> = {
  page: "The number of the page to return.",
  pagenumber: "The number of the page to return.",
  perpage: "How many results a page has.",
  pagesize: "How many results a page has.",
  limit: "How many results to return at most.",
  count: "How many results to return at most.",
  offset: "How many results to skip.",
  skip: "How many results to skip.",
  cursor: "Where to go on: the cursor that the answer before had.",
  pagetoken: "Where to go on: the token of the next page that the answer before had.",
  startingafter: "Return the results after this one.",
  endingbefore: "Return the results before this one.",
  after: "Return the results after this cursor.",
  before: "Return the results before this cursor.",
};

/** The parameters that lead to the next part of a list. */
const advancing = ["page", "pagenumber", "offset", "skip", "cursor", "pagetoken", "startingafter", "after"];

const plainName = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, "");

/** Returns a description for a parameter that has none but a well-known name. */
export const describePaging = (name: string): string | undefined =>
  Object.hasOwn(descriptions, plainName(name)) ? descriptions[plainName(name)] : undefined;

/** Returns the sentence that tells a model how to get more of a list; `undefined` if no parameter does that. */
export function pagingSentence(names: readonly string[]): string | undefined {
  const name = names.find((one) => advancing.includes(plainName(one)));
  return name === undefined ? undefined : `Returns a part of the list; \`${name}\` leads to the next.`;
}

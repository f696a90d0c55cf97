import { wordsIn } from "../words-in.js";

/** Options of curl and its like whose value may begin with `@` to read a file. */
const dataWords = /^(?:data|json|header|headers|body|payload|upload|postdata)$/;
const dataNames = /^(?:write_out|post_data)$/;
/** The same behind a name: `name=@file`, `name=<file`. */
const partWords = /^(?:form|field|fields|urlencode|variable|part)$/;
const partNames = /^url_query$/;
const mentioned = /(?:^|[\s(=[<'"`‘“])@(?:[\s<'"`’”)]|file|path|-)/i;

/** An address of another kind, such as `file:`, would read any file. */
export const addressPattern = "^https?://";

/**
 * Returns the pattern of a value that would otherwise read any file: an address, or a text that a program may take as
 * the name of a file.
 */
export function filePattern(names: readonly string[], description: string): string | undefined {
  const all = names.map(wordsIn);
  const isNamed = (words: RegExp, whole: RegExp) => all.some((one) => one.some((word) => words.test(word)) || whole.test(one.join("_")));
  if (isNamed(partWords, partNames) || (mentioned.test(description) && names.some((name) => name.includes("=")))) return "^[^@<]*$";
  if (all.some((one) => one.some((word) => /^(?:urls?|uris?)$/.test(word)))) return addressPattern;
  return isNamed(dataWords, dataNames) || mentioned.test(description) ? "^[^@]" : undefined;
}

/** Strings, which are kept whole, then comments, then a comma before a closing bracket (with the comments between). */
const tokens = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*\n|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*[}\]])/g;

/** JSON with comments and trailing commas as plain JSON: both become spaces, so that every place in it stays where it was. */
export function stripComments(text: string): string {
  return text.replace(tokens, (found) => (found.startsWith('"') ? found : found.replace(/[^\n]/g, " ")));
}

/** Strings, which are kept, then comments, then a comma before a closing bracket (with the comments between). */
const tokens = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*\n|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*[}\]])/g;

/**
 * Converts JSON with comments and trailing commas to plain JSON. Both become spaces, so that all offsets stay the same.
 */
export function stripComments(text: string): string {
  return text.replace(tokens, (found) => (found.startsWith('"') ? found : found.replace(/[^\n]/g, " ")));
}

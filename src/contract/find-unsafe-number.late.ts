/** Tokens of a JSON text: strings, so that digits inside them don't count, and numbers. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Returns the first number of a JSON text that a double can't hold: one that is too large, or a whole number whose
 * digits would change. With a changed number, a tool could act on the wrong thing. Returns `undefined` if every number
 * is safe.
 */
export function findUnsafeNumber(json: string): string | undefined {
  for (const [token] of json.matchAll(tokens)) {
    if (token.startsWith('"')) continue;
    const value = Number(token);
    if (!Number.isFinite(value) || (/^-?\d+$/.test(token) && String(value) !== token && BigInt(token) !== BigInt(value))) return token;
  }
  return undefined;
}

/** Returns the model's message about such a number. */
export function unsafeNumberProblem(token: string): string {
  const shown = token.length > 40 ? `${token.slice(0, 40)}…` : token;
  return `The number ${shown} can't be passed on as it is written: it has more digits than a number holds, or is too large. Give a smaller one, or text where the tool takes text.`;
}

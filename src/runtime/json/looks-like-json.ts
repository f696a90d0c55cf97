/** Returns true if a text could be a list, an object or a text in JSON. */
export const looksLikeJson = (text: string): boolean => /^\s*[[{"]/.test(text);

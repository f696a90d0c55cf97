/** Longer than any real path. */
const longestPathChars = 4096;

/** The first or last characters of every path with text around it. */
const sign = /^(?:[\s`"'<[]|file:)|\s$/;

/** Returns true if there may be text around a path. */
export const mayHaveMore = (text: string): boolean => text.length <= longestPathChars && sign.test(text);

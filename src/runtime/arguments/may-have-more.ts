/** Longer than any real path. */
const longest = 4096;

/** The first or last characters of every path with text around it. */
const sign = /^(?:[\s`"'<[]|file:)|\s$/;

/** Returns true if there may be text around a path. */
export const mayHaveMore = (text: string): boolean => text.length <= longest && sign.test(text);

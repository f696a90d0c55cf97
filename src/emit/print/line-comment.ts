/** Text in a line comment: what would end the line is left out. */
export const inLineComment = (text: string): string => text.replace(/[\r\n\u2028\u2029]/g, " ");

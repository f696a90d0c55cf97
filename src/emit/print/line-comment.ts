/** Text for a line comment, without the characters that would end the line. */
export const inLineComment = (text: string): string => text.replace(/[\r\n\u2028\u2029]/g, " ");

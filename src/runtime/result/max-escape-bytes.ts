/** The longest escape in a text, in bytes: `&DiacriticalGrave;`. */
export const maxEscapeBytes = 18;

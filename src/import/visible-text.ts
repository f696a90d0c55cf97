/**
 * Characters that show nothing and may hide something from a reader: direction marks, zero-width spaces, tags. Joiners,
 * the selectors of emoji, and the signs of Arabic and Syriac numbers are not among them.
 */
export const hidden = /(?!\u200c|\u200d|\ufe0e|\ufe0f|[\u0600-\u0605\u06dd\u070f\u08e2])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Joiners are visible between letters of some scripts, and in emoji. Latin words don't need them. */
const strayJoiners =
  /(?<!(?!\p{Script=Latin})[\p{L}\p{M}]|\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

const straySelectors = /(?<!\p{Emoji})(?:\ufe0e|\ufe0f)/gu;

/** Returns a document's text without characters that a reader of it doesn't see, but a model does. */
export const visibleText = (text: string): string =>
  text.replaceAll(hidden, "").replaceAll(strayJoiners, "").replaceAll(straySelectors, "");

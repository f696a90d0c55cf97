/**
 * Characters that control a terminal, change the writing direction, or are invisible: controls, direction marks,
 * zero-width spaces, blank letters, and tags.
 */
const unprintable =
  /[\0-\x08\x0a-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|\p{Surrogate}|[\u{e0000}-\u{e0fff}]/gu;

/** Joiners and non-joiners are parts of words in some scripts, and of emoji. Elsewhere they are invisible. */
const strayJoiners =
  /(?<![^\p{Script=Latin}\p{Script=Common}\p{Script=Greek}\p{Script=Cyrillic}]|\p{Emoji_Presentation}|\p{Emoji_Modifier}|\ufe0f)[\u200c\u200d]/gu;

/**
 * Makes one line of a file or message safe for a terminal: no character moves the cursor, rings, colours, hides or
 * changes the writing direction. Each UTF-16 unit becomes exactly one, so that columns stay the same. Tabs stay.
 */
export function printable(text: string): string {
  return text.replace(unprintable, mark).replace(strayJoiners, mark);
}

function mark(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "\u2421" : "\ufffd".repeat(character.length);
}

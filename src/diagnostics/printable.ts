/**
 * One line of a file or message as it may go to a terminal: no character moves the cursor, rings, colours or turns the direction of
 * writing. Each UTF-16 unit becomes exactly one, so that places stay what they are. Tabs are left alone.
 */
export function printable(text: string): string {
  return text.replace(/[\0-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu, (char) => {
    const code = char.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\ufffd";
  });
}

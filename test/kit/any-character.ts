import fc from "fast-check";

/** Surrogates, which aren't characters, begin here. */
const firstSurrogate = 0xd800;
const surrogates = 0x800;

/**
 * Any character of Unicode, as the unit of `fc.string`. It draws what fast-check's own unit `binary` does. That one
 * keeps a map of 1.1 million texts, which takes a second and 100 MB.
 */
export const anyCharacter = fc.nat({ max: 0x10ffff - surrogates }).map(characterAt, indexOf);

function characterAt(index: number): string {
  return String.fromCodePoint(index < firstSurrogate ? index : index + surrogates);
}

/** fast-check shrinks texts by it, and adds texts that are dangerous in JavaScript, such as `__proto__`. */
function indexOf(character: unknown): number {
  if (typeof character !== "string" || [...character].length !== 1 || !character.isWellFormed()) throw new Error("not a character");
  const code = character.codePointAt(0) ?? 0;
  return code < firstSurrogate ? code : code - surrogates;
}

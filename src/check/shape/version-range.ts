import validRange from "semver/ranges/valid.js";

/** Whether a text is a range of versions as npm reads them: `>=13`, `^1.5 || ^2`. */
export function isVersionRange(text: string): boolean {
  return validRange(text) !== null;
}

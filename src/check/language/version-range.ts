import satisfies from "semver/functions/satisfies.js";
import validRange from "semver/ranges/valid.js";

/** Returns true if a text is a range of versions as npm reads them: `>=13`, `^1.5 || ^2`. */
export function isVersionRange(text: string): boolean {
  return validRange(text) !== null;
}

/**
 * Compares a pre-release by its order: `1.1.0-beta.1` is in `>=1`, `2.0.0-rc.1` is not in `<2`. Returns `undefined` if
 * the text is not a range.
 */
export function isInRange(version: string, range: string): boolean | undefined {
  return isVersionRange(range) ? satisfies(version, range, { includePrerelease: true }) : undefined;
}

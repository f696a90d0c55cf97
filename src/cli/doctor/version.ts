import satisfies from "semver/functions/satisfies.js";

/** Suffixes of versions before a release. Other suffixes (`-0ubuntu1`, `p1`) are a packager's. */
const prerelease = /^-?(?:alpha|beta|rc|pre|preview|dev|next|nightly|canary)[.\w-]*/i;

/**
 * Returns the first text in a program's output that looks like a version, as npm writes versions: one with a dot
 * (`jq-1.6`, `2023.07.06`), otherwise a bare number (`less 590`).
 */
export function versionIn(output: string): string | undefined {
  const match = /(?<![\d.])\d+(?:\.\d+)+/.exec(output) ?? /(?<![\d.\w])\d+(?!\w)/.exec(output);
  if (match === null) return undefined;
  const numbers = [...match[0].split(".").map(Number), 0, 0].slice(0, 3);
  const suffix = prerelease.exec(output.slice(match.index + match[0].length))?.[0].replace(/^-/, "");
  const version = numbers.join(".");
  return suffix === undefined || !/^[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*$/.test(suffix) ? version : `${version}-${suffix}`;
}

/**
 * Returns true if a version is in a range. A pre-release counts as slightly less than its release: `2.0.0-rc1` is in
 * `>=1`, not in `>=2.0.1`.
 */
export function isVersionWithin(version: string, range: string): boolean {
  return satisfies(version, range, { includePrerelease: true });
}

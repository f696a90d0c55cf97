import picomatch from "picomatch";
import satisfies from "semver/functions/satisfies.js";
import validRange from "semver/ranges/valid.js";
import { folderTrust } from "../../../call/paths.js";
import { slowPattern } from "../../../call/slow-pattern.js";
import { oauthScopePattern } from "../../../contract/definition.js";
import { foldName, isGitFolder } from "../../../contract/names.js";
import { longestTimer } from "../../../contract/time-limit.js";

/** A text with its own rules: its syntax, its value, and the diagnostic for a wrong one. */
export interface TextFormat {
  readonly code: FormatCode;
  /** A JavaScript regular expression that every valid text matches, for editors too. */
  readonly pattern: string;
  /** The expected form, as the end of a sentence: `expected …`. */
  readonly expected: string;
  /**
   * The value that a valid text stands for, if it isn't the text itself; `undefined` if the text is not valid after
   * all.
   */
  readonly read?: (text: string) => number | string | undefined;
}

type FormatCode =
  | "bad-value"
  | "bad-name"
  | "empty-description"
  | "bad-duration"
  | "bad-size"
  | "bad-exit-code"
  | "bad-scope"
  | "bad-version-range";
export type FormatName = keyof typeof formats;

const durationUnits: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const sizeUnits: Readonly<Record<string, number>> = { B: 1, kB: 1_000, MB: 1_000_000, GB: 1e9, KiB: 1_024, MiB: 1_048_576 };

export const formats = {
  toolName: { code: "bad-name", pattern: "^[A-Za-z_][A-Za-z0-9_]*$", expected: "letters, digits and '_', not beginning with a digit" },
  fragmentName: { code: "bad-value", pattern: "^[a-z][a-z0-9-]*$", expected: "small letters, digits and '-', beginning with a letter" },
  documentName: {
    code: "bad-value",
    pattern: "^[A-Za-z_][A-Za-z0-9_-]{0,47}$",
    expected: "at most 48 letters, digits, '_' and '-', not beginning with a digit",
  },
  mediaType: {
    code: "bad-value",
    pattern:
      '^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*( ?; ?[A-Za-z0-9-]+=([A-Za-z0-9!#$&^_.+-]+|"[ !#-\\[\\]-~]*"))*$',
    expected: "a media type such as 'text/csv'",
  },
  iconSource: { code: "bad-value", pattern: "^(?:https://|data:image/)", expected: "a URL that begins with 'https://' or 'data:image/'" },
  iconSize: { code: "bad-value", pattern: "^(?:[1-9][0-9]*x[1-9][0-9]*|any)$", expected: "a size such as '48x48', or 'any'" },
  metaKey: {
    code: "bad-value",
    pattern:
      "^(?!(?:[A-Za-z0-9-]+[.])?(?:modelcontextprotocol|mcp)[./])(?:[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:[.][A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*/)?[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?$",
    expected: "a name, or one behind a prefix such as 'example.com/', which is not the protocol's own",
  },
  someText: { code: "empty-description", pattern: "\\S", expected: "some words" },
  word: { code: "bad-value", pattern: "\\S", expected: "a name" },
  npmName: {
    code: "bad-value",
    pattern: "^(?=.{1,214}$)(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$",
    expected: "the name of an npm package, such as '@you/notes-mcp'",
  },
  registryName: {
    code: "bad-value",
    pattern: "^(?=.{3,200}$)[a-zA-Z0-9-]+(?:[.][a-zA-Z0-9-]+)+/[a-zA-Z0-9](?:[a-zA-Z0-9._-]*[a-zA-Z0-9])?$",
    expected: "a namespace, '/' and a name, such as 'io.github.you/notes'",
  },
  repositoryUrl: { code: "bad-value", pattern: "^https://[A-Za-z0-9.-]+/\\S+$", expected: "a URL that begins with 'https://'" },
  skillText: { code: "bad-value", pattern: "^(?=[\\s\\S]*\\S)[\\s\\S]{1,1024}$", expected: "some words, at most 1,024 characters" },
  environmentName: { code: "bad-value", pattern: "^[A-Za-z_][A-Za-z0-9_]*$", expected: "the name of an environment variable" },
  environmentPattern: {
    code: "bad-value",
    pattern: "^[A-Za-z_][A-Za-z0-9_]*\\*?$",
    expected: "the name of an environment variable, or the beginning of one and '*'",
  },
  duration: {
    code: "bad-duration",
    pattern: "^[0-9]+(\\.[0-9]+)?(ms|s|m|h)$",
    expected: "a number and a unit: ms, s, m or h, as in '90s', from 1ms to 596h",
    read: (text) => within(Math.round(measure(text, durationUnits)), { least: 1, most: longestTimer }),
  },
  size: {
    code: "bad-size",
    pattern: "^[0-9]+(\\.[0-9]+)?(B|kB|MB|GB|KiB|MiB)$",
    expected: "a number and a unit: B, kB, MB, GB, KiB or MiB, as in '50kB'",
    read: (text) => within(Math.round(measure(text, sizeUnits)), { least: 1, most: Number.MAX_SAFE_INTEGER }),
  },
  exitCode: {
    code: "bad-exit-code",
    pattern: "^(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])$",
    expected: "an exit code from 0 to 255",
    read: Number,
  },
  statusCode: {
    code: "bad-value",
    pattern: "^[2-5][0-9]{2}$",
    expected: "an HTTP status code from 200 to 599, except redirects, which are followed",
    read: (text) => (["301", "302", "303", "307", "308"].includes(text) ? undefined : Number(text)),
  },
  headerName: { code: "bad-value", pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", expected: "the name of a header, such as 'X-Request-Id'" },
  hostOrRange: {
    code: "bad-value",
    pattern:
      "^(([0-9]{1,3}\\.){3}[0-9]{1,3}(/([0-9]|[12][0-9]|3[0-2]))?|\\[?[0-9A-Fa-f]*:[0-9A-Fa-f:.]*\\]?(/([0-9]|[1-9][0-9]|1[01][0-9]|12[0-8]))?|[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)$",
    expected: "a host's name, an address, or a range of addresses such as '10.1.0.0/16'",
  },
  versionRange: {
    code: "bad-version-range",
    pattern: "\\S",
    expected: "a range of versions, as in '>=13' or '^1.5 || ^2'",
    read: (text) => (isVersionRange(text) ? text : undefined),
  },
  tempFileName: { code: "bad-value", pattern: "^[A-Za-z][A-Za-z0-9_]*$", expected: "letters, digits and '_', beginning with a letter" },
  fileSuffix: { code: "bad-value", pattern: "^\\.[A-Za-z0-9][A-Za-z0-9.]*$", expected: "a '.' and letters or digits, such as '.json'" },
  jsonPointer: {
    code: "bad-value",
    pattern: "^(/([^~/]|~[01])*)*$",
    expected: "a JSON Pointer, such as '/data/items'",
  },
  specGlob: {
    code: "bad-value",
    pattern: "^(?=[^]*\\S)[^]{1,1000}$",
    expected:
      "a glob of at most 1,000 characters and few wildcards, such as 'tools.d/**/*.yaml': several `*` or `**` beside the same texts take too long",
    read: (text) => (isFastGlob(text) ? text : undefined),
  },
  regularExpression: {
    code: "bad-value",
    pattern: "\\S",
    expected: "a JavaScript regular expression",
    read: (text) => (isRegularExpression(text) ? text : undefined),
  },
  scope: {
    code: "bad-scope",
    pattern: oauthScopePattern.source,
    expected: "printable ASCII without spaces, '\"' and '\\', such as 'refunds:write'",
  },
  programName: { code: "bad-value", pattern: "^[^\\s/-][^\\s/]*$", expected: "the name of a program on PATH" },
  programRow: {
    code: "bad-value",
    pattern: "^[^\\s/-][^\\s/]*(?: [^\\s-]\\S*)*$",
    expected: "the name of a program without its folder, and the words of a subcommand if it has any, such as 'acme orders'",
  },
  packageName: {
    code: "bad-value",
    pattern: "^(?!node_modules$)(?:@[A-Za-z0-9~_-][A-Za-z0-9~._-]*/)?[A-Za-z0-9~_-][A-Za-z0-9~._-]*$",
    expected: "the name of a package, such as 'better-sqlite3' or '@scope/name'",
  },
  optionName: { code: "bad-value", pattern: "^--?[^\\s=-][^\\s=]*$", expected: "an option such as '--status' or '-s', without a value" },
  operandClass: {
    code: "bad-value",
    pattern: "^(?:data|read|write|send|place|runs|dir)\\*?$",
    expected: "data, read, write, send, place, runs or dir, with '*' if all that follow have this class",
  },
  version: { code: "bad-value", pattern: "^1$", expected: "1, the version of the language that this toolgen knows" },
  rootName: { code: "bad-value", pattern: "^[A-Za-z][A-Za-z0-9_-]*$", expected: "letters, digits, '_' and '-', beginning with a letter" },
  // Gemini CLI writes `mcp_SERVER_TOOL`, so a `_` here would end the name too early.
  serverName: {
    code: "bad-value",
    pattern: "^[A-Za-z0-9][A-Za-z0-9-]{0,31}$",
    expected: "letters, digits and '-', beginning with a letter or digit, at most 32",
  },
  mcpServerName: { code: "bad-value", pattern: "^[A-Za-z0-9_-]{1,64}$", expected: "letters, digits, '_' and '-', at most 64" },
  folderInProject: {
    code: "bad-value",
    pattern: "^(?!/)(?!(?:[^]*/)?\\.\\.(?:/|$))[^\\\\]+$",
    expected: "a folder of the project, from its root, such as 'servers' or '.'",
  },
  releaseVersion: {
    code: "bad-value",
    pattern: "^(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(-[0-9A-Za-z.-]+)?$",
    expected: "a version such as 1.2.0, or 2.0.0-rc.1",
  },
  projectFile: {
    code: "bad-value",
    pattern: "^(?!/)(?!\\./)(?!(?:[^]*/)?\\.\\.(?:/|$))[^\\\\*?{}[\\]]*[^\\\\*?{}[\\]/]$",
    expected: "the path of a file from the project's root, without '..', './' or wildcards",
  },
  relativeFolder: {
    code: "bad-value",
    pattern: "^(?!/)(?!(.*/)?\\.\\.(/|$))(?!\\.?/?$).+$",
    expected:
      "a folder below the project's root, such as 'generated', that isn't .toolgen or one that Git, npm, editors, agents or build servers trust",
    read: (text) => (isReservedFolder(text) ? undefined : text),
  },
} as const satisfies Record<string, TextFormat>;

/** Folders whose content is trusted, or build caches. */
function isReservedFolder(folder: string): boolean {
  const parts = foldName(folder)
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  return (
    parts[0] === ".toolgen" ||
    parts.some((part) => isGitFolder(part) || part === "node_modules") ||
    folderTrust(folder)?.level === "dangerous"
  );
}

function isRegularExpression(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

function measure(text: string, units: Readonly<Record<string, number>>): number {
  const [, amount = "", unit = ""] = /^([0-9.]+)([A-Za-z]+)$/.exec(text) ?? [];
  return Number(amount) * (units[unit] ?? Number.NaN);
}

function within(value: number, range: { readonly least: number; readonly most: number }): number | undefined {
  return value >= range.least && value <= range.most ? value : undefined;
}

/** PATH_MAX of Linux, in bytes with the terminating NUL: a longer path can't be opened. */
export const longestPath = 4096;

/** The longest accepted glob, in characters. */
const longestGlob = 1000;

/**
 * Returns true if a glob takes time proportional to a path's length. Globs become regular expressions, which backtrack:
 * the time of `a*b*c*d*e*` grows with the fifth power of a path's length.
 */
export function isFastGlob(glob: string): boolean {
  if (glob.length > longestGlob) return false;
  return slowPattern(expressionOf(glob.replace(/^!/, "")), { flags: "i", maxLength: longestPath }) === undefined;
}

/**
 * Returns regular expressions for the specs that a glob finds, and for everything beside them: programs of
 * `{{@specDir}}` are as much a part of a tool as its spec.
 */
export function protectedBy(glob: string): readonly string[] {
  const { base } = picomatch.scan(glob);
  const folder = base === "" || base === "." || glob === base ? [] : [`^${base.replace(/[^A-Za-z0-9_/-]/g, "\\$&")}/`];
  return [expressionOf(glob), ...folder];
}

/** Returns true if a glob finds specs in the output folder, or begins below it. A file system may ignore case. */
export function holdsSpecs(output: string, glob: string): boolean {
  const { base } = picomatch.scan(glob);
  return (
    foldName(`${base}/`).startsWith(foldName(`${output}/`)) ||
    [`${output}/a.json`, `${output}/a/b.json`].some((path) => picomatch.isMatch(path, glob, { nocase: true }))
  );
}

const expressionOf = (glob: string) => picomatch.makeRe(glob).source;

/** Returns true if a text is a range of versions as npm reads them: `>=13`, `^1.5 || ^2`. */
function isVersionRange(text: string): boolean {
  return validRange(text) !== null;
}

/**
 * Compares a pre-release by its order: `1.1.0-beta.1` is in `>=1`, `2.0.0-rc.1` is not in `<2`. Returns `undefined` if
 * the text is not a range.
 */
export function isInRange(version: string, range: string): boolean | undefined {
  return isVersionRange(range) ? satisfies(version, range, { includePrerelease: true }) : undefined;
}

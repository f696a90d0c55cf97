import { isAbsolute, resolve, sep } from "node:path";
import type { ToolDefinition } from "../definition.js";
import type { JsonObject, JsonValue } from "../json.js";
import { mapAt } from "../repair/selector.js";
import { isWithin, rootOf } from "./bounds.js";
import { foldName } from "./git-folder.js";
import { type TrustedPaths, trustedPaths } from "./trusted-paths.js";
import { walk } from "./walk.js";

/** A path that a call writes, and what it is trusted for. */
export interface TrustedPath extends Pick<TrustedPaths, "level" | "because"> {
  readonly path: string;
}

interface Folders {
  readonly workspace: string;
  readonly projectDir: string;
}

/**
 * The path among those that a call writes that a program trusts most (docs/risk.md). It is judged as written and as it leads, links followed, in any case of
 * letters, and below its root: what the folders above are called doesn't matter.
 */
export function findTrustedPath(
  { paths, project }: Pick<ToolDefinition, "paths" | "project">,
  params: JsonObject,
  folders: Folders,
): TrustedPath | undefined {
  const found: TrustedPath[] = [];
  for (const { target, access, root } of paths) {
    if (access === "read") continue;
    const { dir } = rootOf(root, project, folders);
    const look = (value: JsonValue): JsonValue => {
      if (Array.isArray(value)) value.forEach(look);
      const trusted = typeof value === "string" ? trustedAs(value, dir) : undefined;
      if (trusted !== undefined) found.push({ path: String(value), level: trusted.level, because: trusted.because });
      return value;
    };
    mapAt(params, target, look);
  }
  return found.find(({ level }) => level === "dangerous") ?? found[0];
}

function trustedAs(path: string, root: string): TrustedPaths | undefined {
  const written = isAbsolute(path) ? path : `${root}${sep}${path}`;
  // As by its letters, and as the system follows it.
  const walks = [...new Set([written, resolve(written)])].map(walk).filter((walked) => walked.ok);
  const from = walk(root);
  const roots = [root, ...(from.ok ? [from.real] : [])].map(foldName);
  const stepsBelow = (places: readonly string[]) =>
    [...new Set(places.map(foldName))].flatMap((place) => {
      if (roots.some((one) => isWithin(one, place))) return [];
      const within = roots.find((one) => isWithin(place, one));
      return [
        (within === undefined ? place : place.slice(within.length))
          .split("/")
          .map(plainName)
          .filter((step) => step !== ""),
      ];
    });
  const ends = stepsBelow([resolve(written), ...walks.map(({ real }) => real)]);
  // A link on the way may have such a name. What else is on the way begins one of the ends.
  const links = stepsBelow(walks.filter((one) => one.links > 0).flatMap(({ visited }) => visited));
  const found = [...ends.flatMap((steps) => matches(steps, true)), ...links.flatMap((steps) => matches(steps, false))];
  return trustedPaths[Math.min(...found)];
}

/** Dots, spaces and a stream at the end of a name are nothing to Windows. */
function plainName(name: string): string {
  const stream = name.indexOf(":");
  let end = stream === -1 ? name.length : stream;
  while (end > 0 && (name[end - 1] === "." || name[end - 1] === " ")) end--;
  return name.slice(0, end);
}

/** The rows of the table that a path belongs to. `isEnd`: it may end among the steps, with a hidden folder, which can be moved there as a whole. */
function matches(place: readonly string[], isEnd: boolean): readonly number[] {
  const { byName, byPattern } = matchers();
  return place.flatMap((name, at) => {
    const rest = place.slice(at + 1);
    const first = [...(byName.get(name) ?? []), ...byPattern.filter(({ pattern }) => pattern.test(name))];
    const isThere = ({ more }: Matcher) => more.every((step, i) => rest[i] === step || (i >= rest.length && isEnd && name.startsWith(".")));
    return first.filter(isThere).map(({ row }) => row);
  });
}

/** A name of the table: its first step is what it is found by, `more` are the others. */
interface Matcher {
  readonly row: number;
  readonly more: readonly string[];
}

interface Matchers {
  readonly byName: ReadonlyMap<string, readonly Matcher[]>;
  readonly byPattern: readonly (Matcher & { readonly pattern: RegExp })[];
}

let compiled: Matchers | undefined;
function matchers(): Matchers {
  compiled ??= compile();
  return compiled;
}

function compile(): Matchers {
  const byName = new Map<string, readonly Matcher[]>();
  const byPattern: (Matcher & { readonly pattern: RegExp })[] = [];
  for (const [row, { names }] of trustedPaths.entries())
    for (const [first = "", ...more] of names.map((name) => name.split("/"))) {
      if (/[*[]/.test(first))
        byPattern.push({ row, more, pattern: new RegExp(`^${first.replaceAll(".", "\\.").replaceAll("*", ".*")}$`, "s") });
      else byName.set(first, [...(byName.get(first) ?? []), { row, more }]);
    }
  return { byName, byPattern };
}

import { isAbsolute, resolve, sep } from "node:path";
import type { ToolDefinition } from "../contract/definition.js";
import type { JsonObject, JsonValue } from "../json/json-value.js";
import { mapAt } from "../json/selector.js";
import { plainName, rowsOf } from "./folder-trust.js";
import { foldName } from "./git-folder.js";
import { resolveLinks } from "./resolve-links.js";
import { isWithin, rootOf } from "./root-of.js";
import { type TrustedPaths, trustedPaths } from "./trusted-paths.js";

/** A path that a call writes, and why programs trust it. */
export interface TrustedPath extends Pick<TrustedPaths, "level" | "because"> {
  readonly path: string;
}

interface Folders {
  readonly workspace: string;
  readonly projectDir: string;
}

/**
 * Returns, of the paths that a call writes, the one that programs trust most (docs/risk.md). A path is compared as
 * written and with its links followed, ignoring case, and below its root: the names of the folders above don't matter.
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
  // Both lexically and as the system resolves it.
  const walks = [...new Set([written, resolve(written)])].map(resolveLinks).filter((walked) => walked.ok);
  const from = resolveLinks(root);
  const roots = [root, ...(from.ok ? [from.real] : [])].map(foldName);
  const stepsBelow = (paths: readonly string[]) =>
    [...new Set(paths.map(foldName))].flatMap((path) => {
      if (roots.some((one) => isWithin(one, path))) return [];
      const within = roots.find((one) => isWithin(path, one));
      return [
        (within === undefined ? path : path.slice(within.length))
          .split("/")
          .map(plainName)
          .filter((step) => step !== ""),
      ];
    });
  const ends = stepsBelow([resolve(written), ...walks.map(({ real }) => real)]);
  // A link on the way may have such a name. Any other folder on the way begins one of the ends.
  const links = stepsBelow(walks.filter((one) => one.links > 0).flatMap(({ visited }) => visited));
  const found = [...ends.flatMap((steps) => rowsOf(steps, true)), ...links.flatMap((steps) => rowsOf(steps, false))];
  return trustedPaths[Math.min(...found)];
}

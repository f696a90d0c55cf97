import { isAbsolute, relative, resolve, sep } from "node:path";
import type { ToolDefinition } from "../../contract/definition.js";
import { isJsonObject, type JsonObject, type JsonValue, mapAt } from "../../contract/json-value.js";
import { foldName } from "../../contract/names.js";
import type { CallFolders } from "../../contract/risk.js";
import { isWithin, plainName, resolveLinks, rootOf, rowsOf } from "../paths.js";
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

/**
 * Returns the arguments with the paths among those that are `named` resolved, links followed: relative to their root if
 * below it, otherwise absolute. `tmp/../src` and a link from `tmp` to `src` become `src`, so that another spelling of a
 * path isn't decided differently.
 */
export function resolvePathArguments(
  { paths, project }: Pick<ToolDefinition, "paths" | "project">,
  params: JsonObject,
  { named, ...folders }: CallFolders & { readonly named: ReadonlySet<string> },
): JsonObject {
  return paths.reduce<JsonObject>((current, { target, root }) => {
    if (!named.has(target[0] ?? "")) return current;
    const { dir } = rootOf(root, project, folders);
    const lead = (value: JsonValue): JsonValue => {
      if (Array.isArray(value)) return value.map(lead);
      return typeof value === "string" ? leads(value, dir) : value;
    };
    const changed = mapAt(current, target, lead);
    return isJsonObject(changed) ? changed : current;
  }, params);
}

function leads(path: string, root: string): string {
  const [resolved, from] = [resolveLinks(isAbsolute(path) ? path : `${root}${sep}${path}`), resolveLinks(root)];
  // Such a path is refused before anything is decided; here it stays a value that no condition matches.
  if (!resolved.ok || !from.ok) return path;
  if (!isWithin(resolved.real, from.real)) return resolved.real;
  return relative(from.real, resolved.real) || ".";
}

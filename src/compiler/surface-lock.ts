import type { Diagnostic, Result } from "../contract/diagnostic.js";
import { diagnostic } from "../contract/diagnostic-codes.js";
import { parseJson } from "../contract/json-text.js";
import { isJsonObject, type JsonValue } from "../contract/json-value.js";
import type { DeclaredTool } from "../contract/surface-change.js";
import { changeText, effectOf, needsAcceptance, type SurfaceChange } from "../contract/surface-change.js";
import type { PlacedValue } from "../programs/place-class.js";
import { compareSurfaces, projectName, surfaceName, surfaceOfModel, toolSurface } from "./compare-surfaces.js";
import type { Model } from "./model.js";
import { isPointer, pointerReason } from "./source.js";
import { compareTools } from "./surface/compare-tools.js";
import { ownMember, type Surface } from "./surface/surface.js";
import type { ToolModel, ToolSource } from "./tool-model.js";

/** The lock of a project beside its specs. */
interface CheckedLock {
  /** The text that a build writes: changes that must be accepted aren't in it. */
  readonly text: string;
  readonly isStale: boolean;
}

/**
 * Compares a project with its lock. Changes that must be accepted are diagnostics at their tool. A lock that can't be
 * read is one too, and has no value.
 */
export function checkSurfaceLock(model: Model, text: string): Result<CheckedLock | undefined> {
  const lock = parseSurfaceLock(text);
  if (!lock.ok) return [undefined, [diagnostic("unreadable-lock", { path: surfaceLockFile }, { reason: lock.reason })]];
  const current = surfaceOfModel(model);
  const changes = compareSurfaces(lock.surface, current);
  const pending = changes.filter(needsAcceptance);
  const next = printSurfaceLock(acceptChanges(lock.surface, current, { changes, pending }));
  return [{ text: next, isStale: next !== text }, changeDiagnostics(model, pending)];
}

/** One diagnostic for each document and effect: a tool that changed often has many changes at the same name. */
function changeDiagnostics(model: Model, pending: readonly SurfaceChange[]): readonly Diagnostic[] {
  const groups = groupChanges(pending, (change) => JSON.stringify([change.document, change.name, effectOf(change)]));
  return groups.map((changes) => changeDiagnostic(model, changes));
}

/** At the name of the tool, or about the lock if the tool is gone. */
function changeDiagnostic(model: Model, changes: readonly [SurfaceChange, ...SurfaceChange[]]): Diagnostic {
  const [first] = changes;
  const { document, name } = first;
  const code = effectOf(first) === "breaking" ? "breaking-change" : "riskier-change";
  const change = changes.map(changeText).join(" ");
  const otherwise = { path: document === "project" ? projectName : surfaceLockFile };
  return diagnostic(code, sourceOf(model, first)?.nameSpan ?? otherwise, { document, name, change });
}

function sourceOf(model: Model, { document, name }: SurfaceChange): ToolSource | undefined {
  const documents = {
    "server tool": model.tools.filter(({ serverTool }) => serverTool === name),
    tool: [...model.tools, ...model.hosted],
    prompt: model.prompts.map(({ tool }) => tool),
    resource: model.resources.map(({ tool }) => tool),
    project: [],
  };
  return documents[document].find((tool) => document === "server tool" || surfaceName(tool) === name)?.source;
}

/** Groups changes by the text that `keyOf` returns, in the order of the first of each group. */
export function groupChanges(
  changes: readonly SurfaceChange[],
  keyOf: (change: SurfaceChange) => string,
): readonly (readonly [SurfaceChange, ...SurfaceChange[]])[] {
  const groups = new Map<string, [SurfaceChange, ...SurfaceChange[]]>();
  for (const change of changes) {
    const group = groups.get(keyOf(change));
    if (group === undefined) groups.set(keyOf(change), [change]);
    else group.push(change);
  }
  return [...groups.values()];
}

/** The file at a project's root that holds the surface that its reviewers accepted. */
export const surfaceLockFile = "toolgen.lock";

export type { Surface, ToolSurface } from "./surface/surface.js";

const version = 1;

/** Prints a surface as the text of the file: a member a line, so that Git merges and shows changes of one tool. */
export function printSurfaceLock({ tools, prompts, resources, upstreams, project }: Surface): string {
  const comment = "Written by 'toolgen build' and 'toolgen diff --accept'.";
  return `${JSON.stringify({ comment, version, tools, prompts, resources, upstreams, project }, null, 2)}\n`;
}

/** The surface in a lock file, or why it can't be read, as a clause. */
type ParsedSurfaceLock = { readonly ok: true; readonly surface: Surface } | { readonly ok: false; readonly reason: string };

/** The text of a lock file as toolgen writes it: Git may have checked it out with CR at the ends of lines. */
export const surfaceLockText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replaceAll("\r\n", "\n");

/** Reads the text of a lock file. Everything that a comparison reads has the right type then. */
export function parseSurfaceLock(text: string): ParsedSurfaceLock {
  if (/^(?:<{7}|={7}|>{7})/m.test(text)) return { ok: false, reason: "it contains merge conflicts" };
  if (isPointer(text)) return { ok: false, reason: pointerReason };
  const value = parseJson(text);
  if (!isJsonObject(value)) return { ok: false, reason: "it is not a JSON object" };
  if (value.version !== version)
    return { ok: false, reason: `it has version ${JSON.stringify(value.version ?? null)}, and this toolgen reads ${version}` };
  const wrong = firstMismatch(value, surfaceShape, "");
  if (wrong !== undefined) return { ok: false, reason: `'${wrong}' is missing or has the wrong type` };
  // The shape has the members of a surface, with their types.
  const { tools, prompts, resources, upstreams, project } = value as unknown as Surface;
  const optional = { ...(upstreams !== undefined && { upstreams }), ...(project !== undefined && { project }) };
  return { ok: true, surface: { tools, prompts, resources, ...optional } };
}

/** The expected form of a value: a type, members, or any keys with values of one form. */
type Shape =
  | "string"
  | "boolean"
  | "object"
  | "strings"
  | "list"
  | "lists"
  | { readonly members: Readonly<Record<string, Shape>> }
  | { readonly each: Shape }
  | { readonly orNull: Shape }
  | { readonly orAbsent: Shape };

const members = (shape: Readonly<Record<string, Shape>>): Shape => ({ members: shape });

const texts = { title: "string", description: "string" } as const;
const risk = members({ level: "string", requiresConfirmation: "boolean", rules: "list" });
const sandbox = members({ write: "string", read: "string", network: "boolean" });
const details: Shape = { orAbsent: "object" };
const accessMembers = {
  programs: "strings",
  requests: "strings",
  privateHosts: "strings",
  paths: { each: members({ access: "string", root: "string" }) },
  variables: "strings",
  execution: "string",
  sandbox: { orNull: sandbox },
} as const;
const access = members(accessMembers);
const tool = members({
  ...texts,
  kind: "string",
  nameAliases: "strings",
  targets: "strings",
  toolsets: "strings",
  scopes: "strings",
  risk,
  parameters: "object",
  aliases: { each: "strings" },
  mutuallyExclusive: "lists",
  repairs: { orAbsent: { each: "strings" } },
  hints: { orAbsent: { each: "boolean" } },
  result: { orNull: "object" },
  access,
  details,
});
const completions: Shape = { orAbsent: { each: members({ ...accessMembers, details }) } };
const prompt = members({ ...texts, scopes: "strings", parameters: "object", completions, details });
const resource = members({
  ...texts,
  uri: "string",
  mimeType: { orNull: "string" },
  scopes: "strings",
  parameters: "object",
  risk,
  access,
  completions,
  details,
});
const upstream = members({ description: "string", parameters: "object", result: { orNull: "object" }, hints: { each: "boolean" } });
const surfaceShape = members({
  tools: { each: tool },
  prompts: { each: prompt },
  resources: { each: resource },
  upstreams: { orAbsent: { each: upstream } },
  project: details,
});

/** Returns the path of the first value that doesn't have the expected form. */
function firstMismatch(value: JsonValue | undefined, shape: Shape, at: string): string | undefined {
  if (typeof shape === "string") return isOf(value, shape) ? undefined : at;
  if ("orAbsent" in shape) return value === undefined ? undefined : firstMismatch(value, shape.orAbsent, at);
  if ("orNull" in shape) return value === null ? undefined : firstMismatch(value, shape.orNull, at);
  if (!isJsonObject(value)) return at;
  const checked: readonly (readonly [string, Shape])[] =
    "each" in shape ? Object.keys(value).map((key) => [key, shape.each]) : Object.entries(shape.members);
  for (const [key, expected] of checked) {
    const wrong = firstMismatch(ownMember(value, key), expected, at === "" ? key : `${at}.${key}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function isOf(value: JsonValue | undefined, type: Extract<Shape, string>): boolean {
  if (type === "object") return isJsonObject(value);
  if (type === "string" || type === "boolean") return typeof value === type;
  if (!Array.isArray(value)) return false;
  if (type === "strings") return value.every((one) => typeof one === "string");
  return type === "list" || value.every((one) => isOf(one, "strings"));
}

/** The changes between two surfaces, and which of them must be accepted and aren't. */
interface ReviewedChanges {
  readonly changes: readonly SurfaceChange[];
  readonly pending: readonly SurfaceChange[];
}

/** Returns the lock after a build: the new form of each document, but the old one of those with a pending change. */
export function acceptChanges(locked: Surface, current: Surface, { changes, pending }: ReviewedChanges): Surface {
  const isProjectPending = pending.some(({ document }) => document === "project");
  const project = isProjectPending ? locked.project : current.project;
  const upstreams = merge("server tool", locked.upstreams ?? {}, current.upstreams ?? {});
  return {
    tools: merge("tool", locked.tools, current.tools),
    prompts: merge("prompt", locked.prompts, current.prompts),
    resources: merge("resource", locked.resources, current.resources),
    ...(Object.keys(upstreams).length > 0 && { upstreams }),
    ...(project !== undefined && { project }),
  };

  function merge<T>(document: SurfaceChange["document"], before: Readonly<Record<string, T>>, after: Readonly<Record<string, T>>) {
    const names = new Set(pending.filter((change) => change.document === document).map(({ name }) => name));
    // A renamed tool whose new form isn't accepted keeps its old name.
    const renames = changes.filter(
      (change) => change.code === "tool-renamed" && change.document === document && names.has(String(change.after)),
    );
    const keptNames = new Set([...names, ...renames.map(({ name }) => name)]);
    const entries = [
      ...Object.entries(before).filter(([name]) => keptNames.has(name)),
      ...Object.entries(after).filter(([name]) => !names.has(name)),
    ];
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
  }
}

/**
 * Returns the declaration that calls of a tool are held to: the one in `toolgen.lock`, and without it that of the last
 * import.
 */
export function findAcceptedDeclaration(lockText: string | undefined): (tool: ToolModel) => DeclaredTool | undefined {
  const lock = lockText === undefined ? undefined : parseSurfaceLock(lockText);
  const accepted = lock?.ok ? (lock.surface.upstreams ?? {}) : {};
  return ({ serverTool = "", upstream }) => ownMember(accepted, serverTool) ?? upstream;
}

/**
 * Returns a function that finds the claims of a tool which `toolgen.lock` doesn't have: those about another command,
 * and those that are new in a known tool. All claims of a new tool are in the lock that its build writes. A lock that
 * can't be read has none.
 */
export function findVoidedClaims(model: Model, lockText: string): (tool: ToolModel) => readonly PlacedValue[] {
  const lock = parseSurfaceLock(lockText);
  return (tool) => {
    const claims = tool.values.filter(({ claimedIn }) => claimedIn !== undefined);
    if (claims.length === 0) return [];
    if (!lock.ok) return claims;
    const names = [surfaceName(tool), ...tool.nameAliases];
    const locked = names.map((name) => ownMember(lock.surface.tools, name)).find((one) => one !== undefined);
    if (locked === undefined) return [];
    const added = compareTools(locked, toolSurface(tool, model)).filter(({ code }) => code === "data-claimed");
    return claims.filter(({ param, claimedIn }) => added.some(({ at, after }) => at === param && after === claimedIn));
  };
}

import { isJsonObject, type JsonValue } from "../runtime/json/json-value.js";
import { parseJson } from "../runtime/json/parse-json.js";
import { ownMember } from "./own-member.js";
import type { Surface } from "./surface.js";

/** The file at a project's root that holds the surface that its reviewers accepted. */
export const surfaceLockFile = "toolgen.lock";

const version = 1;

/** Prints a surface as the text of the file: a member a line, so that Git merges and shows changes of one tool. */
export function printSurfaceLock({ tools, prompts, resources, project }: Surface): string {
  const comment = "Written by 'toolgen build' and 'toolgen diff --accept'.";
  return `${JSON.stringify({ comment, version, tools, prompts, resources, project }, null, 2)}\n`;
}

/** The surface in a lock file, or why it can't be read, as a clause. */
export type ParsedSurfaceLock = { readonly ok: true; readonly surface: Surface } | { readonly ok: false; readonly reason: string };

/** The text of a lock file as toolgen writes it: Git may have checked it out with CR at the ends of lines. */
export const surfaceLockText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replaceAll("\r\n", "\n");

/** Reads the text of a lock file. Everything that a comparison reads has the right type then. */
export function parseSurfaceLock(text: string): ParsedSurfaceLock {
  if (/^(?:<{7}|={7}|>{7})/m.test(text)) return { ok: false, reason: "it contains merge conflicts" };
  const value = parseJson(text);
  if (!isJsonObject(value)) return { ok: false, reason: "it is not a JSON object" };
  if (value.version !== version)
    return { ok: false, reason: `it has version ${JSON.stringify(value.version ?? null)}, and this toolgen reads ${version}` };
  const wrong = firstMismatch(value, surfaceShape, "");
  if (wrong !== undefined) return { ok: false, reason: `'${wrong}' is missing or has the wrong type` };
  // The shape has the members of a surface, with their types.
  const { tools, prompts, resources, project } = value as unknown as Surface;
  return { ok: true, surface: { tools, prompts, resources, ...(project !== undefined && { project }) } };
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
const surfaceShape = members({ tools: { each: tool }, prompts: { each: prompt }, resources: { each: resource }, project: details });

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

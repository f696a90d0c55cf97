import { createHash } from "node:crypto";
import { shortened, visibleLine } from "./display-text.js";
import { parseJson } from "./json-text.js";
import { isJsonObject, type JsonObject, type JsonValue, sortedJson } from "./json-value.js";
import { type ChangeKind, changeKinds, type Effect, type NamelessChange, type SurfaceChange } from "./surface/change-kinds.js";
import { compareInputs, compareResults } from "./surface/compare-schemas.js";

export {
  type ChangeCode,
  changeKinds,
  type Effect,
  effects,
  type NamelessChange,
  type SurfaceChange,
  type SurfaceDocument,
} from "./surface/change-kinds.js";
export { compareInputs, compareResults } from "./surface/compare-schemas.js";

export const effectOf = ({ code }: Pick<SurfaceChange, "code">): Effect => changeKinds[code].effect;

/** Returns true if a reviewer must accept the change. */
export const needsAcceptance = (change: Pick<SurfaceChange, "code">): boolean => effectOf(change) !== "compatible";

/** Renders a change as a sentence. */
export function changeText({ code, at = "", keyword = "", before, after }: Omit<SurfaceChange, "document" | "name">): string {
  const kind: ChangeKind = changeKinds[code];
  const text = (at.startsWith("complete.") ? kind.ofCompletion : undefined) ?? kind.text;
  const values: Readonly<Record<string, string>> = {
    at: at === "" ? "the whole value" : `'${at}'`,
    keyword,
    before: valueText(before),
    after: valueText(after),
  };
  return text.replaceAll(/\{(at|keyword|before|after)\}/g, (_, hole: string) => values[hole] ?? "");
}

const longestValueChars = 200;

/** A text as it is, anything else as JSON. */
function valueText(value: JsonValue | undefined): string {
  if (value === undefined) return "none";
  if (typeof value === "string") return cut(value);
  return cut(sortedJson(value));
}

const cut = (text: string) => (text.length > longestValueChars ? `${text.slice(0, longestValueChars - 1)}…` : text);

/** The declaration of a tool by its MCP server, as it was imported. */
export interface DeclaredTool {
  /** A hash of its texts: the model sees the spec's. */
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  /** The JSON Schema of structured results; `null` if there is none. */
  readonly result: JsonObject | null;
  readonly hints: Readonly<Record<string, boolean>>;
}

/** The declarations that calls are held to, by server and tool: `everything/echo`. */
export type DeclaredTools = Readonly<Record<string, DeclaredTool>>;

/** The name of a server's tool in `DeclaredTools`. */
export const declaredName = (server: string, tool: string): string => `${server}/${tool}`;

/** Reads a tool of a server's list. What isn't a schema accepts anything. */
export function declaredTool(listed: JsonObject): DeclaredTool {
  const { title, description, inputSchema, outputSchema, annotations } = listed;
  const { title: hintedTitle, ...hints } = objectAt(annotations);
  return {
    description: hashOf([title ?? hintedTitle ?? null, description ?? null]),
    parameters: objectAt(inputSchema),
    result: isJsonObject(outputSchema) ? outputSchema : null,
    hints: Object.fromEntries(Object.entries(hints).flatMap(([name, hint]) => (typeof hint === "boolean" ? [[name, hint]] : []))),
  };
}

/** The name of the file that holds what the last import wrote. It is committed with the specs. */
export const recordName = ".import.json";

/** Returns the declarations in the record of an import, by server and tool, or why it can't be read, as a clause. */
export function recordedDeclarations(text: string): ReadonlyMap<string, DeclaredTool> | string {
  const record = parseJson(text);
  if (!isJsonObject(record)) return /^(?:<{7}|={7}|>{7})/m.test(text) ? "it contains merge conflicts" : "it is not a JSON object";
  if (!isJsonObject(record.tools)) return "it has no map 'tools'";
  const { server } = objectAt(record.options);
  const declarations = new Map<string, DeclaredTool>();
  for (const [tool, recorded] of Object.entries(record.tools)) {
    const { declared } = objectAt(recorded);
    // An import of another kind declares nothing.
    if (declared === undefined) continue;
    const read = readDeclaredTool(declared);
    if (read === undefined || typeof server !== "string") return `it doesn't say what a server declares of '${tool}'`;
    declarations.set(declaredName(server, tool), read);
  }
  return declarations;
}

/** Reads a declaration from a file; `undefined` if it isn't one. */
function readDeclaredTool(value: JsonValue | undefined): DeclaredTool | undefined {
  if (!isJsonObject(value) || typeof value.description !== "string" || !isJsonObject(value.parameters)) return undefined;
  if (value.result !== null && !isJsonObject(value.result)) return undefined;
  return isJsonObject(value.hints) ? (value as unknown as DeclaredTool) : undefined;
}

const objectAt = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** Returns the changes between two declarations of a tool, by the rules for the project's own tools. */
export const compareDeclarations = (before: DeclaredTool, after: DeclaredTool): readonly NamelessChange[] => [
  ...compareInputs(before.parameters, after.parameters),
  ...compareResults(before.result, after.result),
  ...compareServerHints(before.hints, after.hints),
  ...(before.description === after.description ? [] : [{ code: "description-changed" } as const]),
];

/** The hints of MCP, each with its default and the value that claims more safety. */
const hintRules = [
  { keyword: "readOnlyHint", byDefault: false, safe: true },
  { keyword: "destructiveHint", byDefault: true, safe: false },
  { keyword: "idempotentHint", byDefault: false, safe: true },
  { keyword: "openWorldHint", byDefault: true, safe: false },
] as const;

/** A server that claims less safety than before has a tool that may do more. */
function compareServerHints(before: DeclaredTool["hints"], after: DeclaredTool["hints"]): readonly NamelessChange[] {
  return hintRules.flatMap(({ keyword, byDefault, safe }): readonly NamelessChange[] => {
    // Two of them say nothing about a tool that only reads.
    const effective = (hints: DeclaredTool["hints"]) =>
      keyword !== "openWorldHint" && hints.readOnlyHint === true ? safe : (hints[keyword] ?? byDefault);
    const [old, now] = [effective(before), effective(after)];
    if (old === now) return [];
    return [{ code: now === safe ? "server-hint-safer" : "server-hint-riskier", keyword, before: old, after: now }];
  });
}

/** A tool that a server lists no longer. */
export const missingDeclaration: readonly NamelessChange[] = [{ code: "server-tool-removed" }];

/** The most characters of a change that are shown: a model reads them, and a server has written them. */
const mostOfChange = 300;
const mostShown = 5;

/**
 * Returns why a call of a tool isn't sent, for the model that made it; `undefined` if the server declares the tool as
 * it was accepted, or with changes that break nothing and risk nothing.
 */
export function refusedDeclaration(
  accepted: DeclaredTool,
  listed: JsonObject | undefined,
  { server, tool }: { readonly server: string; readonly tool: string },
): string | undefined {
  const changes = listed === undefined ? missingDeclaration : compareDeclarations(accepted, declaredTool(listed));
  const pending = changes.filter(needsAcceptance);
  if (pending.length === 0) return undefined;
  const shown = pending.slice(0, mostShown).map((change) => shortened(visibleLine(changeText(change)), mostOfChange));
  const more = pending.length > mostShown ? [`There are ${pending.length - mostShown} more changes.`] : [];
  return [
    `The call was not sent: the MCP server '${server}' has changed its tool '${tool}' since it was reviewed.`,
    ...shown,
    ...more,
    `Calling it again doesn't help. A person can compare with 'toolgen import mcp ${server} --check', import the new form, and accept it with 'toolgen diff --accept'.`,
  ].join(" ");
}

/** Short enough to be read past, and long enough that no two values of a project share one by chance. */
const hashLength = 16;

/** Stands for a value whose text says nothing to people. */
export const hashOf = (value: unknown): string => createHash("sha256").update(sortedJson(value)).digest("hex").slice(0, hashLength);

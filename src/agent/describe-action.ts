import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { CallRisk } from "../call/approvals.js";
import { buildArgv } from "../call/build-command.js";
import { buildRequest } from "../call/build-request.late.js";
import { buildText, type PlaceholderScope } from "../call/build-text.js";
import { redactText } from "../call/output.late.js";
import { resolveLinks, rootOf } from "../call/paths.js";
import type { CallContext, PreparedCall, PreparedMcpCall } from "../contract/call.js";
import type { PathRule, ToolDefinition } from "../contract/definition.js";
import { oneLine, shortened, singleLine, visibleValue } from "../contract/display-text.js";
import { printExactly } from "../contract/exact-json.late.js";
import { deepEqual, isArray, type JsonObject, type JsonValue, mapAt } from "../contract/json-value.js";
import { bodyText } from "../contract/request.js";
import { pathsAt } from "./tool/locations.js";

/**
 * Describes a call for the user who decides on it. `text` may have several lines and contain any text of a model, but
 * no secrets.
 */
interface WhatIsDone {
  readonly kind: "command" | "request" | "handler";
  readonly text: string;
  readonly url?: string;
  /** The program that executes the text, if a handler passes it on. */
  readonly program?: string;
  /** Facts about the call that the text doesn't contain, a line each. */
  readonly notes?: readonly string[];
}

/**
 * The exact command of a checked call, as it could be typed in a shell, or its request, or the arguments of its
 * handler.
 */
export function describeAction(call: PreparedCall, definition: ToolDefinition, context: CallContext): WhatIsDone {
  const hidden = (text: string) => redactText(text, call.secrets ?? []);
  if (call.request !== undefined) {
    const { method, url, body } = call.request;
    const text = [`${method} ${url}`, ...(body === undefined ? [] : ["", bodyText(body)])].join("\n");
    return { kind: "request", text: hidden(text), url: hidden(url) };
  }
  if (definition.command?.handler === undefined) return { kind: "command", text: hidden(shellCommandText(call, definition, context)) };
  const code = codeIn(call, definition, context);
  if (code !== undefined) return { ...code, text: hidden(code.text), notes: code.notes.map(hidden) };
  const summary = call.summary === undefined ? [] : [describeArguments(definition, call.params, context), ""];
  const called = call.mcp === undefined ? `${definition.name} ${JSON.stringify(call.params, null, 2)}` : mcpCallText(call.mcp);
  return { kind: "handler", text: hidden([...summary, called].join("\n")) };
}

const mcpCallText = ({ server, tool, arguments: args }: PreparedMcpCall) =>
  `${tool} of the MCP server '${server.name}'\n${printExactly(args, 2)}`;

/**
 * Shows a handler's parameter that is a program (`code` in the spec) as a command, with its folder and the other
 * arguments.
 */
function codeIn({ params, cwd }: PreparedCall, { code, defaults, paths }: ToolDefinition, { workspace }: CallContext) {
  const [found, ...others] = code === undefined ? [] : pathsAt(params, code.param);
  if (code === undefined || found === undefined || others.length > 0) return undefined;
  const described = new Set([code.param[0], ...paths.map(({ target }) => target[0])]);
  const more = Object.entries(params).filter(
    ([name, value]) => !described.has(name) && !(Object.hasOwn(defaults, name) && deepEqual(value, defaults[name] ?? null)),
  );
  const notes = [
    ...(cwd === workspace ? [] : [`Folder: ${shortened(visibleValue(cwd), 1000)}`]),
    ...(more.length === 0 ? [] : [`Arguments: ${singleLine(JSON.stringify(Object.fromEntries(more)), 2000)}`]),
  ];
  return { kind: "command", text: found.path, program: code.program, notes } as const;
}

/**
 * Returns the identity of a question: the same text as long as the call would do the same, to the same paths, at the
 * same risk. The tool's whole definition is part of it, because a rebuilt tool may differ in what no question shows,
 * such as its sandbox or its secrets. The random name of the call's own folder isn't part of it, because it changes
 * each time that the call is prepared.
 */
export function actionFingerprint(
  call: PreparedCall,
  {
    definition,
    risk: { level, impact = "" },
    context,
  }: { readonly definition: ToolDefinition; readonly risk: CallRisk; readonly context: CallContext },
): string {
  const { params, temporary } = call;
  const { text } = describeAction(call, definition, context);
  const lasting = temporary === undefined ? text : text.replaceAll(temporary.path, "");
  return JSON.stringify([definition, level, impact, lasting, pathLines(definition, params, context), params]);
}

const accesses = { read: "Reads", write: "Writes", readWrite: "Reads and writes" } as const;

/** Returns a line for each access: the paths that a call may read or write, resolved. */
export function pathLines(
  { paths, project }: Pick<ToolDefinition, "paths" | "project">,
  params: CallParams,
  context: CallContext,
): readonly string[] {
  return (["read", "write", "readWrite"] as const).flatMap((access) => {
    const named = paths
      .filter((rule) => rule.access === access)
      .flatMap(({ target, root }) => pathsAt(params, target).map(({ path }) => asItLeads(path, rootOf(root, project, context).dir)));
    return named.length === 0 ? [] : [`${accesses[access]}: ${shortened([...new Set(named)].join(", "), 2000)}`];
  });
}

type CallParams = PreparedCall["params"];

function asItLeads(path: string, root: string): string {
  const resolved = resolve(root, path);
  const leads = resolveLinks(resolved);
  const shown = visibleValue(path);
  return leads.ok && leads.real !== resolved ? `${shown} (leads to ${visibleValue(leads.real)})` : shown;
}

const longestDescriptionChars = 500;

/**
 * Describes a call in one line for users: its summary, otherwise its command as it could be typed in a shell, otherwise
 * its arguments. It reads no file: paths are resolved when the call is executed.
 */
export function describeArguments(definition: ToolDefinition, params: JsonObject, { workspace, projectDir }: CallContext): string {
  const specDir = resolve(projectDir, definition.specDir);
  const scope: PlaceholderScope = { params, order: definition.params, specDir, workspace };
  const summary = definition.summary === undefined ? undefined : buildText(definition.summary, scope);
  if (summary?.ok && summary.text !== undefined && summary.text.trim() !== "") return inALine(summary.text);
  return inALine(commandOf(definition, params, scope));
}

function commandOf(definition: ToolDefinition, params: JsonObject, scope: PlaceholderScope): string {
  const { command, http, mcp, name } = definition;
  if (mcp !== undefined) return `${mcp.server.name}: ${mcp.tool} ${JSON.stringify(params)}`;
  const built = http === undefined ? undefined : buildRequest(http, scope);
  if (built?.ok) return `${built.request.method} ${built.request.url}`;
  const argv = command === undefined || command.handler !== undefined ? undefined : buildArgv(command, scope);
  if (command === undefined || argv?.ok !== true) return `${name} ${JSON.stringify(params)}`;
  return [command.program, ...argv.args].map(shellWord).join(" ");
}

/** A word in POSIX shell syntax. It is never executed: it is for people who read commands. */
export const shellWord = (word: string): string => (/^[\p{L}\p{N}_@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function inALine(text: string): string {
  const line = oneLine(text.trim());
  return line.length > longestDescriptionChars ? `${line.slice(0, longestDescriptionChars - 1)}…` : line;
}

/**
 * Returns the command of a call as it could be typed in bash, with everything: the folder unless it is the workspace,
 * the variables that the spec sets, the program, its arguments, its input, and its temporary files. It is never run.
 * The user reads it to decide.
 */
function shellCommandText(
  { program, args, cwd, env, stdin, temporary }: PreparedCall,
  { env: { set } }: Pick<ToolDefinition, "env">,
  { workspace }: Pick<CallContext, "workspace">,
): string {
  const folder = cwd === workspace ? [] : ["cd", shellWord(cwd), "&&"];
  const variables = Object.keys(set).flatMap((name) => (env[name] === undefined ? [] : [`${name}=${shellWord(env[name])}`]));
  const input = stdin === undefined ? [] : ["<<<", shellWord(stdin)];
  const files = (temporary?.files ?? []).map(({ path, text }) => `\n# ${path}:\n${text}`);
  return [[...folder, ...variables, ...[program, ...args].map(shellWord), ...input].join(" "), ...files].join("\n");
}

/** Files that the user is asked about, by their absolute paths, each with a hash of its text. */
export type FileSnapshot = ReadonlyMap<string, string>;

/**
 * Returns the files that a call changes, as they are now, if its spec allows previewing the change (`output.preview`);
 * otherwise none.
 */
export const filesToShow = (definition: ToolDefinition, params: JsonObject, context: CallContext): FileSnapshot =>
  new Map((definition.output.preview ? writtenFiles(definition, params, context) : []).map((path) => [path, markOf(path)]));

/**
 * Returns the first file that has changed since the snapshot. The user isn't asked again about its call: the model made
 * its change for the old content, often for the whole text, so the new question would be whether to undo another
 * program's change.
 */
export const changedSince = (shown: FileSnapshot): string | undefined => [...shown].find(([path, mark]) => markOf(path) !== mark)?.[0];

/** Files that can't be shown (not text, too large) share one hash, because the user hasn't seen their content. */
function markOf(path: string): string {
  try {
    const text = readTextFile(path);
    if (text === undefined) return "not shown";
    return text === null ? "absent" : createHash("sha256").update(text).digest("base64url");
  } catch {
    return "not shown";
  }
}

/** The `paths` rules that allow writing. */
const writingRules = ({ paths }: Pick<ToolDefinition, "paths">): readonly PathRule[] => paths.filter((rule) => rule.access !== "read");

/** The files that a call may write, absolute and without duplicates, in the order of `paths`. */
export function writtenFiles(
  definition: Pick<ToolDefinition, "paths" | "project">,
  params: JsonObject,
  context: CallContext,
): readonly string[] {
  const found = new Set<string>();
  replaceWritten(definition, params, {
    context,
    replace: (path) => {
      found.add(path);
      return path;
    },
  });
  return [...found];
}

/** The arguments with every writable path replaced by its absolute path. */
export function replaceWritten(
  definition: Pick<ToolDefinition, "paths" | "project">,
  params: JsonObject,
  { context, replace }: { readonly context: CallContext; readonly replace: (path: string) => string },
): JsonObject {
  return writingRules(definition).reduce<JsonObject>((current, rule) => {
    const root = rootOf(rule.root, definition.project, context).dir;
    const change = (value: JsonValue): JsonValue => {
      if (isArray(value)) return value.map(change);
      return typeof value === "string" && value !== "" ? replace(resolve(root, value)) : value;
    };
    // Replacing inside an object returns an object.
    return mapAt(current, rule.target, change) as JsonObject;
  }, params);
}

/** The largest file whose change is shown, in bytes. */
const mostBytes = 4 * 1024 * 1024;

/** A file whose change can be shown: its text, or `null` if it doesn't exist yet. */
export type TextFile = string | null;

/**
 * Reads a file for a diff. Returns `undefined` if it isn't a file, is too large or isn't UTF-8 text. A byte order mark
 * is part of the text.
 */
export function readTextFile(path: string): TextFile | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (!stats.isFile() || stats.size > mostBytes) return undefined;
  return textOfBytes(readFileSync(path));
}

function textOfBytes(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

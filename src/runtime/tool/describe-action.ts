import { resolve } from "node:path";
import type { CallContext, PreparedCall } from "../contract/call.js";
import type { ToolDefinition } from "../contract/definition.js";
import type { PreparedMcpCall } from "../contract/prepared-mcp-call.js";
import { deepEqual } from "../json/deep-equal.js";
import { resolveLinks } from "../paths/resolve-links.js";
import { rootOf } from "../paths/root-of.js";
import type { CallRisk } from "../policy/call-risk.js";
import { redactText } from "../result/redact-outcome.late.js";
import { shortened, singleLine } from "../text/single-line.js";
import { visibleValue } from "../text/visible-value.js";
import { describeArguments } from "./describe-arguments.js";
import { pathsAt } from "./locations.js";
import { shellCommandText } from "./shell-command-text.js";

/**
 * Describes a call for the user who decides on it. `text` may have several lines and contain any text of a model, but
 * no secrets.
 */
export interface WhatIsDone {
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
    const text = [`${method} ${url}`, ...(body === undefined ? [] : ["", body.text])].join("\n");
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
  `${tool} of the MCP server '${server.name}'\n${JSON.stringify(args, null, 2)}`;

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

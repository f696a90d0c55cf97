import { prepareOrRefuse } from "../call/call-tool.js";
import type { CallContext } from "../call/prepare.js";
import type { CallRisk } from "../consent/call-risk.js";
import type { CompiledTool, PathRule, ToolDefinition } from "../definition.js";
import type { JsonObject } from "../json.js";
import { blotText } from "../output/blot.js";
import { commandAsTyped } from "./command-as-typed.js";
import type { ToolCallConfirmationDetails, ToolExecuteConfirmationDetails, ToolInfoConfirmationDetails } from "./confirmation.js";
import { describeArguments, shellWord } from "./describe-arguments.js";
import { pathsAt } from "./locations.js";

/** What a question is made of. */
export interface Questioned {
  readonly tool: CompiledTool & { readonly displayName: string };
  /** Checked. */
  readonly params: JsonObject;
  readonly context: CallContext;
  readonly risk: CallRisk;
  readonly onConfirm: ToolCallConfirmationDetails["onConfirm"];
}

/**
 * The question about a call that doesn't show what it would make of a file: its exact command, as it could be typed in a shell, or its request, or what a
 * handler is given; secrets blotted out. `undefined`: the call would be refused anyway, and says why when it is carried out.
 */
export function confirmationDetails(questioned: Questioned): ToolExecuteConfirmationDetails | ToolInfoConfirmationDetails | undefined {
  const { tool, params, context, onConfirm } = questioned;
  const prepared = prepareOrRefuse(tool, params, { ...context, env: { ...context.env, TOOLGEN_REPAIRS: undefined } });
  if (!prepared.ok) return undefined;
  const { call } = prepared;
  const { definition } = prepared.tool;
  const hidden = (text: string) => blotText(text, call.secrets ?? []);
  const more = { ...systemMessage(questioned), onConfirm };
  if (call.request !== undefined) {
    const { method, url, body } = call.request;
    const prompt = hidden([`${method} ${url}`, ...(body === undefined ? [] : ["", body.text])].join("\n"));
    return { type: "info", title: `${tool.displayName}: send this request?`, prompt, urls: [hidden(url)], ...more };
  }
  if (definition.command?.handler !== undefined) {
    const prompt = `${describeArguments(definition, params, context)}\n\n${definition.name} ${JSON.stringify(params, null, 2)}`;
    return { type: "info", title: `${tool.displayName}: carry this out?`, prompt: hidden(prompt), ...more };
  }
  const root = definition.command?.program ?? call.program;
  const command = hidden(commandAsTyped(call, definition, context));
  return { type: "exec", title: `${tool.displayName}: run this command?`, command, rootCommand: root, rootCommands: [root], ...more };
}

/** How dangerous the call is, what it does to the world, and the files and folders it names, by what it may do to them. */
export function systemMessage({ tool, params, risk }: Pick<Questioned, "tool" | "params" | "risk">): { readonly systemMessage?: string } {
  const level = risk.level === "safe" ? "" : `${risk.level.charAt(0).toUpperCase()}${risk.level.slice(1)}`;
  const effect = [level, risk.impact ?? ""].filter((part) => part !== "").join(": ");
  const lines = [effect === level && level !== "" ? `${level}.` : effect, ...touched(tool.definition, params)].filter(
    (line) => line !== "",
  );
  return lines.length === 0 ? {} : { systemMessage: lines.join("\n") };
}

const mostPaths = 20;

function touched({ paths }: ToolDefinition, params: JsonObject): readonly string[] {
  const of = (access: PathRule["access"]) => {
    const rules = paths.filter((rule) => rule.access === access);
    return [...new Set(rules.flatMap(({ target, root }) => pathsAt(params, target).map(({ path }) => `${shellWord(path)}${from(root)}`)))];
  };
  const from = (root: string) => (root === "workspace" || root === "any" ? "" : ` (in ${root})`);
  const line = (word: string, all: readonly string[]) => {
    const rest = all.length - mostPaths;
    return all.length === 0 ? [] : [`${word}: ${all.slice(0, mostPaths).join(", ")}${rest > 0 ? `, and ${rest} more` : ""}.`];
  };
  return [...line("Reads", of("read")), ...line("Writes", of("write")), ...line("Reads and writes", of("readWrite"))];
}

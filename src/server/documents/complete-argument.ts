import { type CompleteRequestParams, type CompleteResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { prepareOrRefuse } from "../../call/execute-call.js";
import { uncounted } from "../../call/repair-statistics.js";
import { oneLine } from "../../contract/display-text.js";
import type { Completion } from "../../contract/documents.js";
import { executeToolCall } from "../call/execute-tool-call.js";
import { callWithoutUser, servedContext } from "../call/served-call.js";
import type { ServerOptions } from "../server-options.js";
import type { ServerState } from "../state/server-state.js";
import type { ServedToolSource } from "../tool-source.js";
import { referencedDocument } from "./match-uri.js";

/** The most values that an answer may have, by the protocol. */
const mostValues = 100;

/**
 * Completes an argument of a prompt, or a variable of a resource's URI: from the values that its schema lists, or by
 * the command that the spec names.
 */
export async function completeArgument(
  source: Pick<ServedToolSource, "prompts" | "resources">,
  { ref, argument, context }: CompleteRequestParams,
  completionContext: CompletionContext,
): Promise<CompleteResult> {
  const document = referencedDocument(source, ref);
  const found = document && (document.kind === "prompt" ? source.prompts : source.resources)?.find(document.name);
  if (found?.ok !== true) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such prompt or URI template.");
  const { choices, completions = {} } = "prompt" in found ? found.prompt : found.resource;
  const { projectDir } = found;
  const completion = Object.hasOwn(completions, argument.name) ? completions[argument.name] : undefined;
  const listed = Object.hasOwn(choices, argument.name) ? (choices[argument.name] ?? []) : [];
  const { values, isWhole } =
    completion === undefined
      ? { values: listed, isWhole: true }
      : await completedValues(
          { completion, projectDir, parameter: argument.name, typed: { ...context?.arguments, [argument.name]: argument.value } },
          completionContext,
        );
  const prefix = argument.value.toLowerCase();
  const offered = completion?.usesText === true ? values : values.filter((value) => value.toLowerCase().startsWith(prefix));
  return {
    completion: {
      values: offered.slice(0, mostValues),
      ...(isWhole && { total: offered.length }),
      hasMore: !isWhole || offered.length > mostValues,
    },
  };
}

/** The request that a completion belongs to, and the state of the server. */
interface CompletionContext {
  readonly options: ServerOptions;
  readonly state: ServerState;
  readonly signal: AbortSignal;
  readonly principal: string;
  /** Waits until the server knows its workspace. Rejects if it has none. */
  assertWorkspace(): Promise<void>;
}

interface RequestedCompletion {
  readonly completion: Completion;
  readonly projectDir: string;
  /** The parameter that is being typed. */
  readonly parameter: string;
  /** The parameter as it was typed so far, and the other parameters as far as they are known. */
  readonly typed: Readonly<Record<string, string>>;
}

/** The values that a command prints. They aren't whole if its output was cut. */
interface CompletedValues {
  readonly values: readonly string[];
  readonly isWhole: boolean;
}

/** A command gets at most so many characters of each parameter. */
const longestText = 1000;

const none = { values: [], isWhole: true } as const;

/**
 * Runs the command that completes a parameter, as a tool's call would run, within the same limits, and asks no one.
 * Returns no values if it fails: a person who types can do nothing about it, and the log says why.
 */
async function completedValues(requested: RequestedCompletion, context: CompletionContext): Promise<CompletedValues> {
  await context.assertWorkspace();
  const { definition } = requested.completion;
  const args = argumentsOf(requested);
  if (Object.values(args).some((text) => text.length > longestText)) return none;
  const found = foundTool(requested);
  const { options, state, signal, principal } = context;
  const { tool, projectDir } = found;
  const prepared = prepareOrRefuse(tool, args, uncounted(servedContext(options, { definition, projectDir, principal })));
  // An option in place of a value, or a path outside of its root. The log needs no line for each character.
  if (!prepared.ok && prepared.refused.kind === "refused" && prepared.refused.refusal.code === "invalidArguments") return none;
  const slot = state.limit.slot(principal);
  let isWhole = true;
  const keepFull = () => {
    isWhole = false;
    return undefined;
  };
  const call = { ...callWithoutUser({ found, args, signal, principal, slot }, state), prepared, keepFull };
  const { content, isError } = await state.calls.run(() => executeToolCall(call, options));
  const text = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  if (!isError) return { values: valuesIn(text, isWhole), isWhole };
  options.log(`can't complete ${definition.name}: ${oneLine(text).slice(0, 500)}`);
  return none;
}

/** All parameters are texts, as the protocol has them, so there is nothing more to check. */
const foundTool = ({ completion: { definition }, projectDir }: RequestedCompletion) =>
  ({ ok: true, tool: { definition, validate: () => true }, projectDir }) as const;

/** Each line is a value. A cut output ends with a note, after a line that may be a part of one. */
function valuesIn(text: string, isWhole: boolean): readonly string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return [...new Set(isWhole ? lines : lines.slice(0, -2))];
}

/**
 * Returns the texts of the command's parameters. An empty path becomes that of its root, because it could become
 * another with the text after it: `{{path}}/` would be the root of the disk. Of a parameter that isn't being typed, an
 * empty one isn't known.
 */
function argumentsOf({ completion: { definition }, parameter, typed }: RequestedCompletion): Readonly<Record<string, string>> {
  const { params, paths } = definition;
  const isEmptyPath = ([name, text]: readonly [string, string]) => text === "" && paths.some(({ target }) => target[0] === name);
  const entries = Object.entries(typed)
    .filter(([name]) => params.includes(name))
    .filter((entry) => entry[0] === parameter || !isEmptyPath(entry));
  return Object.fromEntries(entries.map((entry) => (isEmptyPath(entry) ? [entry[0], "./"] : entry)));
}

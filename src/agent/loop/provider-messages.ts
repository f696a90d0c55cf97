import { exactly, type ParsedParams } from "../../call/call-arguments.js";
import { safeName } from "../../call/tool-index.js";
import { isJsonObject, type JsonValue } from "../../contract/json-value.js";
import { parseTextJson } from "../../contract/repair-json.late.js";
import type { AgenticLoopTools, RequestedCall } from "../agentic-loop.js";
import { type AssistantMessage, type ModelMessage, plainMessages } from "../loop-state.js";

interface Taken {
  readonly messages: readonly ModelMessage[];
  readonly calls: readonly RequestedCall[];
}

/**
 * The answer in a form that providers accept back in the next request: arguments are objects, names are valid tool
 * names, and ids are unique. Calls keep the name and the arguments that the model gave them.
 */
export function providerMessages(answers: readonly AssistantMessage[], calls: readonly RequestedCall[], registry: AgenticLoopTools): Taken {
  const ids = new Set<string>();
  const taken: RequestedCall[] = [];
  const messages = answers.map((message): ModelMessage => {
    if (typeof message.content === "string") return message;
    const content = message.content.map((part) => {
      const call = part.type === "tool-call" && part.providerExecuted !== true ? calls[taken.length] : undefined;
      if (part.type !== "tool-call" || call === undefined) return part;
      const id = freeId(call.id, ids);
      taken.push({ ...call, id });
      return { ...part, toolCallId: id, toolName: knownName(call.name, registry), input: inputOf(call.args) };
    });
    return { ...message, content };
  });
  return { messages: plainMessages(messages), calls: taken };
}

function freeId(id: string, taken: Set<string>): string {
  let free = id === "" ? "call" : id;
  for (let next = 2; taken.has(free); next++) free = `${id === "" ? "call" : id}_${next}`;
  taken.add(free);
  return free;
}

function knownName(name: string, registry: AgenticLoopTools): string {
  const found = registry.lookUpTool(name);
  return found.ok ? found.tool.name : safeName(name);
}

/** Arguments as they were sent: a JSON value if parsing loses nothing, otherwise the text, which repair examines. */
export function readSentArguments(text: string | undefined, parsed: unknown): JsonValue {
  // The SDK found this model by its name, so its text isn't available.
  if (text === undefined) return parsed as JsonValue;
  if (text.trim() === "") return {};
  const read = parsedText(text);
  return read?.ok ? (read.value as JsonValue) : text;
}

/** Parses a JSON text, or returns the problem if a value would be lost; `undefined` for invalid JSON. */
export function parsedText(text: string): ParsedParams | undefined {
  try {
    return exactly(JSON.parse(text), text);
  } catch {
    return undefined;
  }
}

/** Returns arguments as a provider accepts them back: an object, which is empty if the arguments are unknown. */
export function inputOf(args: JsonValue): JsonValue {
  const value = typeof args === "string" ? parseTextJson(args, { mayBeCut: true })?.value : args;
  return isJsonObject(value) ? value : {};
}

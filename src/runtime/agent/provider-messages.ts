import { safeName } from "../registry/safe-name.js";
import type { RequestedCall } from "./agentic-loop-event.js";
import { inputOf } from "./arguments.js";
import type { AgenticLoopTools } from "./loop-options.js";
import type { AssistantMessage, ModelMessage } from "./model-message.js";
import { plainMessages } from "./plain-messages.js";

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

import { resolve } from "node:path";
import type { GetPromptResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { buildText } from "../../runtime/command/build-text.js";
import type { PlaceholderScope } from "../../runtime/command/placeholder-scope.js";
import type { ContentBlock } from "../../runtime/contract/call-result.js";
import type { PromptMessage } from "../../runtime/contract/prompt.js";
import type { TextTemplate } from "../../runtime/contract/text-template.js";
import { principalOf } from "../call/current-exchange.js";
import { busyError, holdUnsent } from "../call/unsent-answers.js";
import { blockForRevision } from "../protocol/protocol-result.js";
import type { FoundPrompt } from "../tool-source.js";
import { embedResource } from "./embed-resource.js";
import { promptArguments } from "./prompt-arguments.js";
import type { PromptRequest, PromptSurroundings } from "./prompt-request.js";
import { resourceUri } from "./resource-uri.js";
import { wrongArguments } from "./wrong-arguments.js";

/**
 * Renders a prompt's messages with a client's arguments, or returns the question for those that it lacks. Throws the
 * protocol's error for wrong ones, and for a resource that can't be read.
 */
export async function getPrompt(
  { prompt, projectDir }: FoundPrompt & { readonly ok: true },
  request: PromptRequest,
  given: PromptSurroundings,
): Promise<GetPromptResult | InputRequiredResult> {
  const { definition, description } = prompt;
  const { workspace } = given.options;
  // The client's root may change while resources are read. All of them are read in the one that was checked.
  const surroundings = { ...given, options: { ...given.options, workspace } };
  const args = await promptArguments(prompt, request, { workspace, projectDir, env: {} });
  if (args.kind === "later") return args.later;
  const scope = { params: args.params, order: definition.params, workspace, specDir: resolve(projectDir, definition.specDir) };
  const messages: GetPromptResult["messages"] = [];
  for (const message of prompt.messages) {
    const blocks = await contentOf(message, { name: definition.name, scope, request, surroundings });
    messages.push(...blocks.map((block) => ({ role: message.role, content: blockForRevision(block, request.revision) })));
  }
  return { description, messages };
}

interface Rendering {
  readonly name: string;
  readonly scope: PlaceholderScope;
  readonly request: PromptRequest;
  readonly surroundings: PromptSurroundings;
}

/** Returns the content of a message as MCP has it: one block, or those of a resource. */
async function contentOf(message: PromptMessage, rendering: Rendering): Promise<readonly ContentBlock[]> {
  const { name, scope, request, surroundings } = rendering;
  const render = (text: TextTemplate) => {
    const built = buildText(text, scope);
    if (!built.ok) throw wrongArguments(name, built);
    return built.text ?? "";
  };
  if ("text" in message) return [{ type: "text", text: render(message.text) }];
  if ("media" in message) {
    if (!holdUnsent(surroundings.state, principalOf(request.authInfo), message.media.data.length)) throw busyError();
    return [message.media];
  }
  return embedResource(resourceUri(message.resource, render), request, surroundings);
}

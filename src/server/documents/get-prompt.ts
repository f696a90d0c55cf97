import { resolve } from "node:path";
import {
  type AuthInfo,
  type GetPromptResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { buildText, type PlaceholderScope } from "../../call/build-text.js";
import { refusedCall, repairAndValidate } from "../../call/prepare-call.js";
import { addArguments } from "../../call/repair-arguments.js";
import type { CallContext } from "../../contract/call.js";
import type { ContentBlock } from "../../contract/call-result.js";
import type { CompiledPrompt, PromptMessage } from "../../contract/documents.js";
import type { JsonObject } from "../../contract/json-value.js";
import type { TextTemplate } from "../../contract/text-template.js";
import type { AskForParameters } from "../approval/complete-arguments.js";
import { type ParametersAnswer, type ParametersQuestion, parametersQuestion } from "../approval/parameters-question.js";
import { blockForRevision } from "../protocol-result.js";
import type { ServerOptions } from "../server-options.js";
import { principalOf } from "../state/current-exchange.js";
import type { ServerState } from "../state/server-state.js";
import { busyError, holdUnsent } from "../state/unsent-answers.js";
import type { FoundPrompt, ServedToolSource } from "../tool-source.js";
import { missingScopes, scopesOf } from "./document-scopes.js";
import { wrongArguments } from "./find-resource.js";
import { matchUri, resourceUri } from "./match-uri.js";
import { readResource } from "./read-resource.js";

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

/** A request for a prompt: who asks, and in which revision of the protocol. */
interface PromptRequest {
  readonly args: unknown;
  readonly signal: AbortSignal;
  readonly authInfo: AuthInfo | undefined;
  readonly revision: string;
  /** Returns how the client's user is asked for arguments; absent if the client can't ask. */
  readonly asking: (() => Promise<AskForParameters<InputRequiredResult>>) | undefined;
}

/** The data that a prompt is rendered with, besides its arguments. */
interface PromptSurroundings {
  readonly options: ServerOptions;
  readonly state: ServerState;
  readonly resources: ServedToolSource["resources"];
}

type PromptArguments =
  | { readonly kind: "params"; readonly params: JsonObject }
  /** The user is asked, and the answer comes with another request. */
  | { readonly kind: "later"; readonly later: InputRequiredResult };

/**
 * Repairs and checks a client's arguments of a prompt. If they lack some that the prompt asks its user for (`elicit`),
 * the client is asked. Throws the protocol's error for arguments that are wrong, and for those that weren't given.
 */
async function promptArguments(prompt: CompiledPrompt, request: PromptRequest, context: CallContext): Promise<PromptArguments> {
  const { definition } = prompt;
  const repaired = repairAndValidate(prompt, request.args, context);
  if (repaired.ok) return { kind: "params", params: repaired.params };
  const args = addArguments(prompt, request.args, {});
  const ask = definition.elicit && (await request.asking?.());
  const prepared = refusedCall(definition, repaired);
  const question = args && ask && parametersQuestion({ kind: "prompt", prepared, definition, args, context });
  const answer = question && (await answerTo(question, ask, request.signal));
  if (question === undefined || answer === undefined) throw wrongArguments(definition.name, repaired);
  if ("later" in answer) return { kind: "later", later: answer.later };
  if (answer.kind !== "given") throw notGiven(definition.name, question, answer.kind);
  const whole = repairAndValidate(prompt, { ...args, ...answer.values }, context);
  if (!whole.ok) throw wrongArguments(definition.name, whole);
  return { kind: "params", params: whole.params };
}

type Ask = AskForParameters<InputRequiredResult>;

/** No answer counts as a closed form. Rejects if the request is cancelled. */
async function answerTo(question: ParametersQuestion, ask: Ask | undefined, signal: AbortSignal): ReturnType<Ask> {
  try {
    return await ask?.(question);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProtocolError) throw error;
    return { kind: "cancelled" };
  }
}

function notGiven(name: string, { names }: ParametersQuestion, kind: Exclude<ParametersAnswer["kind"], "given">): ProtocolError {
  const outcome = { declined: "declined", cancelled: "gave no answer", unclear: "gave an answer that could not be understood" }[kind];
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `The user was asked for ${names.join(", ")} of '${name}', and ${outcome}.`);
}

/**
 * Reads a resource for a prompt as its caller could by `resources/read`: with the same scopes, settings and limits.
 * Throws the protocol's error if that isn't possible.
 */
async function embedResource(
  uri: string,
  { signal, authInfo }: Pick<PromptRequest, "signal" | "authInfo">,
  { resources, options, state }: PromptSurroundings,
): Promise<readonly ContentBlock[]> {
  const named = resources && matchUri(uri, resources.index());
  if (resources === undefined || named === undefined) throw unknown(uri);
  const missing = missingScopes(scopesOf(resources.scopes(), named.name), authInfo);
  if (missing.length > 0) throw invalid(`The resource ${named.name} of this prompt needs the scope ${missing.join(" and ")}.`);
  try {
    const { contents } = await readResource(resources, { uri, signal, principal: principalOf(authInfo) }, { options, state });
    return contents.map(({ mimeType, ...content }) => ({
      type: "resource",
      resource: { uri: content.uri, ...(mimeType !== undefined && { mimeType }), ...bodyOf(content) },
    }));
  } catch (error) {
    throw error instanceof ResourceNotFoundError ? unknown(uri) : error;
  }
}

const bodyOf = (content: { readonly text: string } | { readonly blob: string }) =>
  "text" in content ? { text: content.text } : { blob: content.blob };

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

/** An argument leads to nothing, so it is wrong: the code for missing resources is for requests that name one. */
const unknown = (uri: string) => invalid(`The prompt needs the resource '${uri}', which doesn't exist.`);

import { resolve } from "node:path";
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { buildText } from "../../call/build-text.js";
import { decideCall } from "../../call/decide-risk.js";
import { rootOf } from "../../call/paths.js";
import { repairAndValidate } from "../../call/prepare-call.js";
import { promptProblemText } from "../../call/problem-text.late.js";
import { denialText } from "../../call/user-settings.late.js";
import type { CallContext } from "../../contract/call.js";
import type { ToolDefinition } from "../../contract/definition.js";
import { oneLine } from "../../contract/display-text.js";
import type { CompiledResource, ResourceContent } from "../../contract/documents.js";
import type { JsonObject } from "../../contract/json-value.js";
import type { Refusal } from "../../contract/problem.js";
import { servedContext } from "../call/served-call.js";
import type { ServedFile } from "../read-resource-file.js";
import type { ServerOptions } from "../server-options.js";
import type { ServedResources } from "../tool-source.js";
import { matchUri } from "./match-uri.js";

/** The resource that a URI names, with the values of its variables, and the call that reading it would be. */
export interface NamedResource {
  readonly resource: CompiledResource;
  readonly projectDir: string;
  readonly params: JsonObject;
  readonly context: CallContext;
}

/** Finds the resource of a URI. Throws the protocol's error for an unknown one and for wrong variables. */
export function findResource(
  resources: ServedResources,
  { uri, principal }: { readonly uri: string; readonly principal: string },
  options: ServerOptions,
): NamedResource {
  const matched = matchUri(uri, resources.index());
  if (matched === undefined) throw new ResourceNotFoundError(uri);
  const found = resources.find(matched.name);
  if (!found.ok) throw unreadableResource(found.message);
  const { resource, projectDir } = found;
  const repaired = repairAndValidate(resource, matched.variables, { workspace: options.workspace, projectDir, env: {} });
  if (!repaired.ok) throw wrongArguments(uri, repaired);
  const context = servedContext(options, { definition: resource.definition, projectDir, principal });
  return { resource, projectDir, params: repaired.params, context };
}

/**
 * Throws if settings deny the reading of a text or a file, or want it confirmed: no one is asked about a resource.
 * Resources that run something are decided on where they run.
 */
export function assertReadable(definition: ToolDefinition, params: JsonObject, context: CallContext): void {
  const answer = decideCall(definition, params, context);
  if (!answer.ok) throw unreadableResource(denialText(definition.name, { code: "unreadable-settings", problems: answer.problems }));
  const { decision, level, from, isExplicit, unattended = isExplicit ? "deny" : "allow" } = answer.decided;
  if (decision === "deny" || (decision === "ask" && unattended === "deny"))
    throw unreadableResource(denialText(definition.name, { code: "by-settings", level, from }));
}

/** The error of a resource that can't be read, though the request is right. */
export const unreadableResource = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InternalError, message);

export interface FoundContent<Content extends ResourceContent> {
  readonly resource: CompiledResource;
  readonly content: Content;
  readonly projectDir: string;
  readonly params: JsonObject;
}

export interface ContentRequest {
  readonly uri: string;
  readonly workspace: string;
}

type Still = Exclude<ResourceContent, { readonly kind: "call" }>;

/** Renders the text of a resource, or the path of its file. Throws the protocol's error if that can't be done. */
export function resourceText(found: FoundContent<Still>, { uri, workspace }: ContentRequest): string {
  const { resource, content, projectDir, params } = found;
  const { order, specDir } = { order: resource.definition.params, specDir: resolve(projectDir, resource.definition.specDir) };
  const built = buildText(content.kind === "text" ? content.text : content.path, { params, order, workspace, specDir });
  if (!built.ok) throw wrongArguments(uri, built);
  return built.text ?? "";
}

/** Returns where the file of a resource is. */
export function servedFile(found: FoundContent<Still & { readonly kind: "file" }>, request: ContentRequest): ServedFile {
  const { resource, content, projectDir } = found;
  const { dir: root } = rootOf(content.root, resource.definition.project, { workspace: request.workspace, projectDir });
  return { root, folder: content.folder, path: resourceText(found, request) };
}

/** The most problems that an error names, each in a line of at most so many characters. */
const mostProblems = 10;
const longestProblem = 900;

/** For arguments of prompts, and variables of resources: no other argument than a prompt's can be unknown. */
export function wrongArguments(name: string, { problems }: Refusal): ProtocolError {
  const lines = problems.slice(0, mostProblems).map((problem) => `- ${oneLine(promptProblemText(problem)).slice(0, longestProblem)}`);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, [`The arguments of '${name}' are wrong.`, ...lines].join("\n"));
}

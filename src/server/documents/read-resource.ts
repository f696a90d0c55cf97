import { isUtf8 } from "node:buffer";
import { type ReadResourceResult, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { prepareOrRefuse } from "../../call/execute-call.js";
import { uncounted } from "../../call/repair-statistics.js";
import { describeContent } from "../../call/report.js";
import type { CallContext } from "../../contract/call.js";
import type { ResourceContent } from "../../contract/documents.js";
import { beforeAsking } from "../approval/approve-call.js";
import { executeToolCall } from "../call/execute-tool-call.js";
import { callWithoutUser } from "../call/served-call.js";
import type { ProtocolResult } from "../protocol-result.js";
import { maxFileBytes, mediaTypeOf, readResourceFile } from "../read-resource-file.js";
import type { ServerOptions } from "../server-options.js";
import type { ConcurrencySlot } from "../state/concurrency-limit.js";
import { storeCallOutputs } from "../state/output-store.js";
import type { ServerState } from "../state/server-state.js";
import { busyError, holdUnsent } from "../state/unsent-answers.js";
import type { ServedResources } from "../tool-source.js";
import {
  assertReadable,
  type ContentRequest,
  type FoundContent,
  findResource,
  type NamedResource,
  resourceText,
  servedFile,
  unreadableResource,
  wrongArguments,
} from "./find-resource.js";

/** A request for a resource. */
export interface ResourceRequest {
  readonly uri: string;
  readonly signal: AbortSignal;
  readonly principal: string;
}

interface ReadContext {
  readonly options: ServerOptions;
  readonly state: ServerState;
}

type Contents = ReadResourceResult["contents"];

/** Reads a resource. Throws the protocol's error for an unknown one, wrong variables, and a failure. */
export async function readResource(
  resources: ServedResources,
  request: ResourceRequest,
  readContext: ReadContext,
): Promise<ReadResourceResult> {
  const { uri, principal, signal } = request;
  const { options, state } = readContext;
  const named = findResource(resources, request, options);
  const { resource, params, context } = named;
  const { content, definition } = resource;
  const hold = (bytes: number) => holdUnsent(state, principal, bytes);
  const slot = state.limit.slot(principal);
  if (content.kind === "call") {
    const contents = await called(named, request, { ...readContext, context, slot });
    if (!hold(sizeOf(contents))) throw busyError();
    return { contents };
  }
  assertReadable(definition, params, context);
  return state.calls.run(async () => {
    await slot.acquire(signal);
    try {
      // The client's root can have changed meanwhile.
      return { contents: await still({ ...named, content }, { uri, workspace: context.workspace, hold }) };
    } finally {
      slot.release();
    }
  });
}

const sizeOf = (contents: Contents): number =>
  contents.reduce((sum, content) => sum + Buffer.byteLength("text" in content ? content.text : content.blob), 0);

interface HeldRequest extends ContentRequest {
  hold(bytes: number): boolean;
}

/** A text or a file. */
async function still(found: FoundContent<Exclude<ResourceContent, { readonly kind: "call" }>>, reading: HeldRequest): Promise<Contents> {
  const { resource, content } = found;
  const { uri, hold } = reading;
  const { mimeType } = resource;
  if (content.kind === "text") {
    const text = resourceText(found, reading);
    if (!hold(Buffer.byteLength(text))) throw busyError();
    return [{ uri, mimeType, text }];
  }
  const file = servedFile({ ...found, content }, reading);
  const read = await readResourceFile({ ...file, mayHold: hold });
  if (!read.ok && read.reason === "large")
    throw unreadableResource(`The file is larger than ${maxFileBytes} bytes, which is the limit of a resource.`);
  if (!read.ok && read.reason === "busy") throw busyError();
  if (!read.ok) throw new ResourceNotFoundError(uri);
  const isText = isUtf8(read.bytes);
  const type = mimeType ?? mediaTypeOf(file.path, isText);
  return [{ uri, mimeType: type, ...(isText ? { text: read.bytes.toString("utf8") } : { blob: read.bytes.toString("base64") }) }];
}

/** Runs a command or a request. It runs as a tool's call would, within the same limits, and asks no one. */
async function called(
  { resource, projectDir, params }: NamedResource,
  { uri, signal, principal }: ResourceRequest,
  { options, state, context, slot }: ReadContext & { readonly context: CallContext; readonly slot: ConcurrencySlot },
): Promise<Contents> {
  const found = { ok: true, tool: resource, projectDir } as const;
  const unattended = callWithoutUser({ found, args: params, signal, principal, slot }, state);
  const prepared = prepareOrRefuse(resource, params, uncounted(context), beforeAsking(unattended.client, context));
  if (!prepared.ok && prepared.refused.kind === "refused" && prepared.refused.refusal.code === "invalidArguments")
    throw wrongArguments(uri, prepared.refused.refusal);
  const outputs = state.outputs && storeCallOutputs(state.outputs, principal);
  const call = {
    ...unattended,
    prepared,
    ...(outputs && { keepFull: outputs.keepFull }),
  };
  const result = await state.calls.run(() => executeToolCall(call, options));
  await outputs?.share();
  if (result.isError) throw unreadableResource(textOf(result));
  return result.content.map((block) => {
    if (block.type === "image" || block.type === "audio") return { uri, mimeType: block.mimeType, blob: block.data };
    return { uri, mimeType: resource.mimeType, text: describeContent(block) };
  });
}

const textOf = ({ content }: ProtocolResult) => content.map((block) => (block.type === "text" ? block.text : "")).join("\n");

import { isUtf8 } from "node:buffer";
import { type JSONRPCMessage, ProtocolErrorCode, parseJSONRPCMessage } from "@modelcontextprotocol/server";
import { bareKey, deepest } from "../../call/call-arguments.js";
import { markIntegers } from "../../contract/exact-json.late.js";
import { isEmpty, isJsonObject, isNestedDeeper, type JsonObject } from "../../contract/json-value.js";
import { isUsualRequest } from "../call/direct-calls.js";
import { LimitedLines } from "./limited-lines.js";
import { MessageScanner, type RequestId } from "./message-scanner.js";

/** The largest message that is read, unless `limits.request` of `toolgen.yaml` says otherwise. */
export const defaultMaxRequestBytes = 4_000_000;

/** The deepest nesting of objects and arrays in a message: what arguments may have, and the levels around them. */
const maxDepth = deepest + 10;

/** Says that a message's request can't be executed. */
export interface MessageError {
  readonly jsonrpc: "2.0";
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** Receives messages, and the errors for those that could not be read. */
interface MessageHandlers {
  /** `bytes` is the size of its line. */
  onMessage(message: JSONRPCMessage, bytes: number): void;
  onUnreadable(answer: MessageError): void;
  /** A response that can't be assigned to a request. It must not be answered. */
  onIgnored(reason: string): void;
}

/**
 * Reads JSON-RPC messages, one a line. An unreadable one is answered with its id if that can be found, otherwise with
 * `null`, as JSON-RPC 2.0 says (section 5). The rest of one that is too large is skipped: the answer is sent as soon as
 * its id has been read.
 */
export function readMessages(maxBytes: number, handlers: MessageHandlers): LimitedLines {
  let skipped: { readonly scanner: MessageScanner; isAnswered: boolean } | undefined;
  return new LimitedLines(maxBytes, {
    onLine: (line) => readLine(line, handlers),
    onOverlong: (part, isLast) => {
      skipped ??= { scanner: new MessageScanner(), isAnswered: false };
      const { scanner } = skipped;
      if (!skipped.isAnswered) {
        scanner.push(part);
        skipped.isAnswered = isLast || !scanner.mayBeMessage || (scanner.id !== undefined && scanner.kind !== undefined);
        if (skipped.isAnswered) refuse(scanner, { code: ProtocolErrorCode.InvalidRequest, message: tooLarge(maxBytes) }, handlers);
      }
      if (isLast) skipped = undefined;
    },
  });
}

function readLine(line: Buffer, handlers: MessageHandlers): void {
  const read = readMessage(line);
  if (read === undefined) return;
  if ("jsonrpc" in read) handlers.onMessage(read, line.length);
  else {
    const scanner = new MessageScanner();
    scanner.push(line);
    refuse(scanner, read, handlers);
  }
}

type Problem = MessageError["error"];

function readMessage(line: Buffer): JSONRPCMessage | Problem | undefined {
  const { ParseError, InvalidRequest } = ProtocolErrorCode;
  if (!isUtf8(line)) return { code: ParseError, message: "The message is not UTF-8. Encode it as UTF-8 and send it again." };
  const text = line.toString();
  if (text.trim() === "") return undefined;
  let value: unknown;
  try {
    value = parseMessage(text);
  } catch (error) {
    return { code: ParseError, message: `The message is not JSON on one line: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (Array.isArray(value)) return { code: InvalidRequest, message: "Batches are not supported. Send each message on a line of its own." };
  if (isNestedDeeper(value, maxDepth))
    return { code: InvalidRequest, message: `The message nests objects and arrays deeper than ${maxDepth} levels.` };
  const message = withObjectArguments(value);
  if (isUsualRequest(message)) return message;
  try {
    return parseJSONRPCMessage(message);
  } catch {
    const lacking = isJsonObject(value) && value.jsonrpc !== "2.0" ? `"jsonrpc": "2.0"` : "a method with params, or a result";
    return { code: InvalidRequest, message: `The message is not a JSON-RPC 2.0 message: it needs ${lacking}.` };
  }
}

/** A request is answered with an error. A response becomes an error, so that its waiting request ends. */
function refuse({ id, kind }: MessageScanner, error: Problem, handlers: MessageHandlers): void {
  if (kind !== "response") handlers.onUnreadable({ jsonrpc: "2.0", id: id ?? null, error });
  else if (id !== undefined) handlers.onMessage({ jsonrpc: "2.0", id, error }, 0);
  else handlers.onIgnored(`A response could not be read. ${error.message}`);
}

const tooLarge = (maxBytes: number) =>
  `The message is larger than ${maxBytes} bytes, so it was not read. Send less in one call. (toolgen.yaml sets this limit: limits.request.)`;

/** Parses a message, or a batch. Whole numbers among the arguments of calls keep their digits; no others are marked. */
export function parseMessage(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!messages.some(isCall)) return value;
  const marked = markIntegers(text);
  if (marked === text) return value;
  const exact: unknown = JSON.parse(marked);
  return Array.isArray(value) ? value.map((one, n) => withExactArguments(one, (exact as unknown[])[n])) : withExactArguments(value, exact);
}

const isCall = (message: unknown): message is JsonObject & { readonly params: JsonObject } =>
  isJsonObject(message) && message.method === "tools/call" && isJsonObject(message.params);

const withExactArguments = (message: unknown, exact: unknown): unknown =>
  isCall(message) && isCall(exact) && message.params.arguments !== undefined
    ? { ...message, params: { ...message.params, arguments: exact.params.arguments } }
    : message;

/**
 * Returns a message, or each of a batch, with an object as the arguments of a call. The SDK refuses any other before a
 * tool sees it. Nothing becomes no arguments, and what else a model sent goes to repair.
 */
export const withObjectArguments = (json: unknown): unknown => (Array.isArray(json) ? json.map(ofMessage) : ofMessage(json));

function ofMessage(message: unknown): unknown {
  if (!isCall(message)) return message;
  const { arguments: given, ...params } = message.params;
  if (given === undefined || isJsonObject(given)) return message;
  return { ...message, params: isEmpty(given) ? params : { ...params, arguments: { [bareKey]: given } } };
}

import { isAbsolute, resolve } from "node:path";
import { describeArguments } from "../../agent/describe-action.js";
import { decideRisk } from "../../call/decide-risk.js";
import { renderRefusal } from "../../call/refusal.late.js";
import type { CallContext, PreparedCall, PreparedMcpCall } from "../../contract/call.js";
import type { ToolDefinition } from "../../contract/definition.js";
import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import type { Refusal } from "../../contract/problem.js";
import { describeBody, type PreparedRequest } from "../../contract/request.js";
import { type ExampleProblem, projectExpected } from "../example-result.js";

/** The response to a call before anything was started. */
export type CallAnswer = { readonly ok: true; readonly call: PreparedCall } | Refusal;

/**
 * The inputs for judging a call: the filled expectations, the tool, and the environment of the call. A relative `cwd`
 * is relative to the workspace.
 */
export interface CallExpectation {
  readonly expect: JsonObject;
  readonly definition: ToolDefinition;
  readonly context: CallContext;
}

/** Checks an example's expectations about the call: arguments, command line, environment, risk, refusal. */
export function compareCall(answer: CallAnswer, expectation: CallExpectation): readonly ExampleProblem[] {
  const { expect, definition } = expectation;
  if (!answer.ok) return compareRefusal(renderRefusal(definition.name, answer), expect.error);
  const accepted: readonly ExampleProblem[] =
    expect.error === undefined
      ? []
      : [{ kind: "fails", key: "error", message: "the call should be refused, but it is accepted", got: commandLine(answer.call) }];
  return [...accepted, ...facts(answer.call, expectation).flatMap((fact) => compare(fact, expect))];
}

function compareRefusal(refusal: string, expected: JsonValue | undefined): readonly ExampleProblem[] {
  if (expected === undefined) return [{ kind: "fails", key: "params", message: "the call is refused", got: refusal }];
  if (refusal.includes(String(expected))) return [];
  return [{ kind: "fails", key: "error", message: `the refusal doesn't contain ${JSON.stringify(expected)}`, got: refusal }];
}

/** A fact about a call, by the key of `expect` about it. */
interface Fact {
  readonly key: string;
  readonly is: JsonValue;
  /** Converts an expectation before it is compared. By default it is compared unchanged. */
  readonly convert?: (expected: JsonValue) => JsonValue;
  /** The part that an expectation covers; by default all. */
  readonly part?: (expected: JsonValue) => JsonValue;
}

function facts(call: PreparedCall, { definition, context }: CallExpectation): readonly Fact[] {
  const risk = decideRisk(definition, call.params, context);
  return [
    { key: "params", is: call.params, part: (expected) => projectExpected(expected, call.params) },
    ...(call.request === undefined ? [] : [requestFact(call.request)]),
    ...(call.mcp === undefined ? [] : [mcpFact(call.mcp)]),
    { key: "argv", is: [call.program, ...call.args], convert: withResolvedProgram },
    { key: "cwd", is: call.cwd, convert: (expected) => resolve(context.workspace, String(expected)) },
    { key: "stdin", is: call.stdin ?? "" },
    { key: "risk", is: risk.level },
    { key: "requiresConfirmation", is: risk.requiresConfirmation },
    { key: "impact", is: risk.impact ?? "" },
    { key: "summary", is: describeArguments(definition, call.params, context) },
  ];
}

/** The path of a program beside the spec has no steps up when it runs. */
const withResolvedProgram = (expected: JsonValue): JsonValue => {
  if (!Array.isArray(expected)) return expected;
  const [program, ...args] = expected as readonly JsonValue[];
  return [typeof program === "string" && isAbsolute(program) ? resolve(program) : (program ?? null), ...args];
};

/** An expectation may leave out what it isn't about. */
function mcpFact({ server, tool, arguments: args }: PreparedMcpCall): Fact {
  const is: JsonObject = { server: server.name, tool, arguments: args };
  const part = (expected: JsonValue) =>
    isJsonObject(expected) ? Object.fromEntries(Object.entries(is).filter(([key]) => Object.hasOwn(expected, key))) : is;
  return { key: "mcp", is, part };
}

function compare({ key, is, convert, part }: Fact, expect: JsonObject): readonly ExampleProblem[] {
  const written = expect[key];
  if (written === undefined) return [];
  const expected = convert?.(written) ?? written;
  const got = part?.(expected) ?? is;
  return deepEqual(expected, got) ? [] : [{ kind: "differs", key, expected, got }];
}

/**
 * A request as examples write it: missing parts have no key, and JSON is a value. Servers find the entries of a query
 * and the fields of a form by their names, so the order of different names doesn't matter.
 */
function requestFact({ method, url, headers, body }: PreparedRequest): Fact {
  const is: JsonObject = {
    method,
    url,
    ...(Object.keys(headers).length > 0 && { headers: { ...headers } }),
    ...(body !== undefined && { body: body.kind === "json" ? JSON.parse(body.text) : describeBody(body) }),
  };
  const convert = (expected: JsonValue): JsonValue => {
    if (!isJsonObject(expected)) return expected;
    const isSameUrl = typeof expected.url === "string" && sortedEntries(expected.url, "?") === sortedEntries(url, "?");
    const isSameForm =
      body?.kind === "form" && typeof expected.body === "string" && sortedEntries(expected.body, "") === sortedEntries(body.text, "");
    return { ...expected, ...(isSameUrl && { url }), ...(isSameForm && { body: body.text }) };
  };
  return { key: "request", is, convert };
}

/** Sorts the entries behind a mark by their names; those of one name stay in their order. */
function sortedEntries(text: string, mark: string): string {
  const start = mark === "" ? 0 : text.indexOf(mark) + 1;
  if (start === 0 && mark !== "") return text;
  const nameOf = (entry: string) => entry.split("=")[0] ?? "";
  const entries = text
    .slice(start)
    .split("&")
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
  return text.slice(0, start) + entries.join("&");
}

/** The words of a command, quoted if they could be taken for several or for none. */
function commandLine({ program, args, request, mcp }: PreparedCall): string {
  if (mcp !== undefined) return `${mcp.server.name}: ${mcp.tool} ${JSON.stringify(mcp.arguments)}`;
  if (request !== undefined) return `${request.method} ${request.url}`;
  return [program, ...args].map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(" ");
}

import { isUtf8 } from "node:buffer";
import type { Exited } from "../../contract/call-result.js";
import type { ExitMeaning, ToolDefinition, Validator } from "../../contract/definition.js";
import { parseExactly, printExactly, rounded, withTextNumbers } from "../../contract/exact-json.late.js";
import { filterBySchema, isObjectSchema, toStructuredContent } from "../../contract/json-schema.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { type DoneReport, isBlankBytes, isSpace, line, output, type Report } from "../report.js";
import { emptyAnswer, otherAnswer, unreadableResult } from "./failed-report.late.js";

/** A tool that promises JSON, the spec's meaning of the exit code, and the validator of its result. */
export interface Promised {
  readonly tool: ToolDefinition;
  readonly meaning: ExitMeaning | undefined;
  readonly validateOutput: Validator | undefined;
}

/**
 * Returns the result of a tool that must print JSON, or JSON on each line. For any other output, the message tells the
 * model what it is not.
 */
export function jsonResult(outcome: Exited, { tool, meaning, validateOutput }: Promised): Report {
  const { stdout } = outcome;
  const { format, select, schema } = tool.output;
  if (isBlankBytes(stdout) && meaning !== undefined) return { kind: "done", text: [line(meaning.text)] };
  if (isBlankBytes(stdout) && format === "json" && isRemote(tool)) return emptyResult(outcome, { tool, validateOutput });
  const read = format === "jsonl" ? readLines(stdout) : readValue(stdout);
  if (!read.ok) return otherResult(outcome, { tool, meaning }, read.problem);
  if (format === "json" && select === undefined && schema === undefined) return printed(trimmed(stdout), tool);
  const declared = declaredPart(read.value, { tool, validateOutput });
  if (!declared.ok) return otherResult(outcome, { tool, meaning }, declared.problem);
  const report = printed(Buffer.from(printExactly(declared.value, 2)), tool);
  return schema === undefined ? report : { ...report, structured: toStructuredContent(declared.data, schema) };
}

/** Returns true if a server did the work: its success is one, whatever it answers. */
export function isRemote({ http, mcp }: ToolDefinition): boolean {
  return http !== undefined || mcp !== undefined;
}

/** The result of a server that has nothing to say: that is data only if the declared data may lack everything. */
function emptyResult({ code }: Exited, { tool, validateOutput }: Pick<Promised, "tool" | "validateOutput">): Report {
  const { schema } = tool.output;
  const text = [line(tool.http === undefined ? "(no output)" : emptyAnswer(code))];
  const mayBeEmpty = schema !== undefined && isObjectSchema(schema) && validateOutput?.({}) === true;
  return { kind: "done", text, ...(mayBeEmpty && { structured: {} }) };
}

/** The result of a tool that doesn't print what it promises: a failure, unless a server has done what it was asked. */
export function otherResult(outcome: Exited, { tool, meaning }: Pick<Promised, "tool" | "meaning">, problem: string): Report {
  if (!isRemote(tool)) return unreadableResult(outcome, tool, problem);
  return { kind: "done", text: [...(meaning ? [line(meaning.text)] : []), ...otherAnswer(outcome, tool, problem)] };
}

export type Read = { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly problem: string };

/** A part of a result. `data` is the same for clients, most of which can't hold the digits of long numbers. */
type DeclaredPart = { readonly ok: true; readonly value: JsonValue; readonly data: JsonValue } | Extract<Read, { readonly ok: false }>;

/**
 * Returns the declared part of a result: selected, without keys that its schema doesn't declare, and validated. Numbers
 * that a double can't hold are marked; in the data they are texts where the schema admits that.
 */
export function declaredPart(whole: JsonValue, { tool, validateOutput }: Pick<Promised, "tool" | "validateOutput">): DeclaredPart {
  const { select = [], schema } = tool.output;
  const selected = select.reduce<JsonValue | undefined>(member, whole);
  if (selected === undefined) return { ok: false, problem: `there is nothing at /${select.join("/")} in its output` };
  if (schema === undefined || validateOutput === undefined) return { ok: true, value: selected, data: withTextNumbers(selected) };
  const value = projectedOrDeep(selected, schema);
  if (value === undefined) return { ok: false, problem: "its output is nested too deeply" };
  const data = withTextNumbers(value);
  if (validateOutput(data)) return { ok: true, value, data };
  if (data !== value && validateOutput(rounded(value))) return { ok: true, value, data: value };
  const problems = (validateOutput.errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message }) => `${instancePath || "the whole"} ${message}`);
  return { ok: false, problem: `its output doesn't match \`output.schema\`: ${problems.join("; ")}` };
}

function projectedOrDeep(value: JsonValue, schema: JsonObject): JsonValue | undefined {
  try {
    return filterBySchema(value, schema);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function member(value: JsonValue | undefined, step: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(step) ? value[Number(step)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function printed(bytes: Buffer, tool: ToolDefinition): DoneReport {
  return { kind: "done", text: [output("stdout", bytes, tool.output)] };
}

/** Reads JSON; the problem is a clause that follows "but". */
export function readValue(bytes: Buffer): Read {
  if (isBlankBytes(bytes)) return { ok: false, problem: "printed nothing" };
  if (!isUtf8(bytes)) return { ok: false, problem: "its output is not UTF-8 text" };
  try {
    return { ok: true, value: parseExactly(withoutMark(bytes).toString("utf8")) };
  } catch (error) {
    return { ok: false, problem: `its output isn't JSON: ${messageOf(error)}` };
  }
}

/** Reads a JSON value on each line that isn't blank, as an array. */
function readLines(bytes: Buffer): Read {
  if (!isUtf8(bytes)) return { ok: false, problem: "its output is not UTF-8 text" };
  const lines = withoutMark(bytes).toString("utf8").split("\n");
  const values: JsonValue[] = [];
  for (const [index, text] of lines.entries()) {
    if (text.trim() === "") continue;
    try {
      values.push(parseExactly(text));
    } catch (error) {
      return { ok: false, problem: `line ${index + 1} of its output isn't JSON: ${messageOf(error)}` };
    }
  }
  return { ok: true, value: values };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).replaceAll("\n", " ");

/** A byte order mark before JSON says only that the text is UTF-8. */
const withoutMark = (bytes: Buffer) => (bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes);
const byteOrderMark = Buffer.from("\ufeff");

function trimmed(given: Buffer): Buffer {
  const bytes = withoutMark(given);
  let [start, end] = [0, bytes.length];
  while (isSpace(bytes[start])) start++;
  while (end > start && isSpace(bytes[end - 1])) end--;
  return bytes.subarray(start, end);
}

import type { Validator } from "../../contract/definition.js";
import { looksLikeJson } from "../../contract/json-text.js";
import {
  deepEqual,
  isArray,
  isEmpty,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  mapAt,
  type Selector,
  type Steps,
} from "../../contract/json-value.js";
import { plain } from "../../contract/names.js";
import type { Repair } from "../../contract/repair.js";
import { type JsonReading, parseExactJson, parseTextJson } from "../../contract/repair-json.late.js";
import type { AliasRule } from "../../contract/repair-rules.js";
import { bareKey, wrapperKeys } from "../call-arguments.js";
import { isLastSegment } from "./bare-path.late.js";
import { isSingleValue } from "./coerce-invalid-values.late.js";
import { type ChangedArguments, clientKeysIn, noteRepair } from "./repair-plan.js";

/** How many levels of JSON inside a string are parsed. */
const deepest = 3;

/** Keys under which models repeat the tool's name beside its arguments. */
const callers: readonly string[] = ["name", "tool", "tool_name", "function"];

/** Values that model APIs put around a call, beside its name. They mean nothing to a tool. */
const kinds: readonly unknown[] = ["tool_use", "tool_call", "function", "function_call"];
const ids: readonly string[] = ["id", "call_id", "tool_call_id"];

/** Returns true if a key belongs to the call and not to its arguments. */
function isOfCall(key: string, value: unknown, name: string | undefined): boolean {
  if (key === "type") return kinds.includes(value);
  return ids.includes(key) ? typeof value === "string" : callers.includes(key) && isName(value, name);
}

const isName = (value: unknown, name: string | undefined) =>
  typeof value === "string" && name !== undefined && plain(value) === plain(name);

interface Tool {
  readonly name: string | undefined;
  readonly params: readonly string[];
  /** Other names that the spec declares at the top. */
  readonly otherNames: readonly string[];
  /** Parameters that are paths, which a bare text with white space can't be. */
  readonly paths: readonly string[];
  /** True if a text can be a program, which must not come from a misread call. */
  readonly runsCode: boolean;
  readonly validate: Validator;
  readonly mayBeCut: boolean;
  readonly keepsDigits?: boolean;
  readonly repairs: Repair[];
}

/**
 * Returns the arguments that a model wrapped: in a JSON text, in an array of one, under a key such as `arguments` that
 * the tool doesn't know, inside of prose, or as a bare text that only one parameter can hold. Anything else is returned
 * unchanged.
 */
export function unwrap(input: unknown, tool: Tool, room = deepest): unknown {
  if (room === 0) return input;
  if (isNothing(input) && tool.validate({})) return {};
  if (typeof input === "string") {
    const read = readText(input, tool);
    if (read === undefined) return callInText(input, tool, room) ?? (looksLikeJson(input) ? input : onlyText(input, tool));
    noteRepair(tool.repairs, read.rule, []);
    return unwrap(read.value, tool, room - 1);
  }
  if (isArray(input)) {
    if (input.length !== 1 || !isJsonObject(input[0])) return input;
    noteRepair(tool.repairs, "single-element", [0], []);
    return unwrap(input[0], tool, room - 1);
  }
  if (!isJsonObject(input)) return input;
  if (Object.hasOwn(input, bareKey)) return unwrap(input[bareKey], tool, room);
  const clientKeys = clientKeysIn(input, tool.params);
  const given = Object.keys(input).filter((name) => !clientKeys.includes(name));
  const named = given.filter((name) => isOfCall(name, input[name], tool.name));
  const [key, ...others] = given.filter((name) => !named.includes(name));
  if (key === undefined || others.length > 0 || !wrapperKeys.includes(key)) return input;
  if (tool.params.includes(key) || tool.otherNames.includes(key)) return input;
  const inner = input[key];
  const read = typeof inner === "string" ? readText(inner, tool) : { value: inner, rule: undefined };
  const isList = isArray(read?.value) && read.value.length === 1;
  const bare = read === undefined ? inner : read.value;
  const text = typeof bare === "string" ? readBare(bare, tool, room) : undefined;
  const unwrapped = isList ? read.value[0] : (text ?? read)?.value;
  const isAbsent = read !== undefined && isNothing(unwrapped) && tool.validate({});
  if (!isJsonObject(unwrapped) && !isAbsent) return input;
  for (const name of clientKeys) noteRepair(tool.repairs, "host-key", [name]);
  for (const name of named) noteRepair(tool.repairs, "wrapper", [name]);
  if (read?.rule !== undefined) noteRepair(tool.repairs, read.rule, [key]);
  if (isList) noteRepair(tool.repairs, "single-element", [key, 0], [key]);
  noteRepair(tool.repairs, "wrapper", [key], []);
  tool.repairs.push(...(text?.repairs ?? []));
  return text === undefined ? unwrap(unwrapped, tool, room - 1) : unwrapped;
}

/** Returns what a text without JSON stands for, with the repairs that read it. */
function readBare(text: unknown, tool: Tool, room: number): { readonly value: unknown; readonly repairs: readonly Repair[] } {
  const repairs: Repair[] = [];
  return { value: unwrap(text, { ...tool, repairs }, room - 1), repairs };
}

/** No arguments, as programs write them: PHP prints an empty object as `[]`, and a text may be JSON. */
const isNothing = (value: unknown) =>
  value === undefined || isEmpty(value as JsonValue) || (typeof value === "string" && /^\s*(?:null\s*)?$/.test(value));

interface ReadText {
  readonly value: unknown;
  readonly rule: "json-text" | "mended-json";
}

/** Returns the value of a text that holds JSON, and the repair that read it. */
function readText(text: string, reading: JsonReading): ReadText | undefined {
  const value = parseExactJson(text, reading.keepsDigits);
  if (value !== undefined) return { value, rule: "json-text" };
  const repaired = parseTextJson(text, reading)?.value;
  return repaired === undefined ? undefined : { value: repaired, rule: "mended-json" };
}

/**
 * Returns the call whose JSON stands inside a text, among prose, reasoning or markup: the only JSON in it, all of whose
 * keys are the call's own.
 */
function callInText(text: string, tool: Tool, room: number): unknown {
  const [start, end] = [text.indexOf("{"), text.lastIndexOf("}") + 1];
  if (start < 0 || end <= start || /[[\]]/.test(text.slice(0, start) + text.slice(end))) return undefined;
  const read = parseTextJson(text.slice(start, end), { ...tool, mayBeCut: false });
  const repairs: Repair[] = [];
  const call = read === undefined ? undefined : unwrap(read.value, { ...tool, repairs }, room - 1);
  const names = new Set([...tool.params, ...tool.otherNames].map(plain));
  const keys = isJsonObject(call) ? Object.keys(call) : [];
  if (keys.length === 0 || !keys.every((key) => names.has(plain(key)))) return undefined;
  noteRepair(tool.repairs, "json-in-text", []);
  tool.repairs.push(...repairs);
  return call;
}

/** A bare text becomes the one parameter with which the call is valid, unless it may be more than that value. */
function onlyText(text: string, { name: toolName, params, otherNames, paths, runsCode, validate, repairs }: Tool): unknown {
  const bare = text.trim();
  if (runsCode || !isSingleValue(text, [...params, ...otherNames, ...(toolName === undefined ? [] : [toolName])])) return text;
  const fitting = params.map((name): JsonObject => ({ [name]: bare })).filter((candidate) => validate({ ...candidate }));
  const [name] = fitting.length === 1 ? Object.keys(fitting[0] ?? {}) : [];
  if (name === undefined || (paths.includes(name) && /\s/.test(bare))) return text;
  noteRepair(repairs, "bare-value", [], [name]);
  return fitting[0];
}

interface NestedValue {
  readonly at: Steps;
  readonly value: JsonValue;
}

interface Hoisting {
  readonly repairs: Repair[];
  /** True if the parameter is a path: elements may then repeat its last segment. */
  readonly isPath: boolean;
}

/**
 * Moves a value of the whole call to the top if models put it inside elements of another parameter (`edits[].path`),
 * provided that all elements agree.
 */
export function hoistNestedValues(params: JsonObject, { target, nested = [] }: AliasRule, { repairs, isPath }: Hoisting): ChangedArguments {
  const name = target.at(-1) ?? "";
  const found: NestedValue[] = [];
  const rest = nested.reduce<JsonObject>((current, selector) => takeAt(current, selector, found), params);
  if (found.length === 0) return { params, problems: [] };
  const own = Object.hasOwn(params, name) && params[name] !== null ? [{ at: [name], value: params[name] as JsonValue }] : [];
  const [first, ...others] = [...own, ...found.filter(({ value }) => !isEmpty(value))];
  const isSegment = ({ value }: NestedValue) => isPath && own.length > 0 && isLastSegment(value, first?.value);
  const other = others.find((one) => !deepEqual(one.value, first?.value) && !isSegment(one));
  if (first !== undefined && other !== undefined) {
    const given = ({ at, value }: NestedValue) => ({ path: at, value });
    return { params, problems: [{ code: "conflict", path: [name], one: given(first), other: given(other), kind: "elements" }] };
  }
  for (const one of found) {
    const { at, value } = one;
    if (isEmpty(value)) noteRepair(repairs, "empty-alias", at);
    else if (isSegment(one)) noteRepair(repairs, "last-segment", at, [name]);
    else noteRepair(repairs, own.length > 0 || at !== first?.at ? "same-value" : "lifted", at, [name]);
  }
  return { params: first === undefined ? rest : { ...rest, [name]: first.value }, problems: [] };
}

function takeAt(params: JsonObject, selector: Selector, found: NestedValue[]): JsonObject {
  const name = selector.at(-1) ?? "";
  const changed = mapAt(params, selector.slice(0, -1), (holder, at) => {
    if (!isJsonObject(holder) || !Object.hasOwn(holder, name)) return holder;
    found.push({ at: [...at, name], value: holder[name] as JsonValue });
    return Object.fromEntries(Object.entries(holder).filter(([key]) => key !== name));
  });
  return isJsonObject(changed) ? changed : params;
}

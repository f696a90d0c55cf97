import type { ParsedParams } from "../../call/call-arguments.js";
import { renderRefusal } from "../../call/refusal.late.js";
import { keepsDigits, type RepairContext, repairAndCount } from "../../call/repair-arguments.js";
import type { CompiledTool } from "../../contract/definition.js";
import { printable } from "../../contract/display-text.js";
import { withDigits } from "../../contract/exact-json.late.js";
import { formatValue } from "../../contract/format-value.late.js";
import { deepEqual, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { type Repair, type RepairRule, repairRules } from "../../contract/repair.js";

/** The sent arguments are shown on a line, shortened to about this many characters. */
const room = 400;

/**
 * Describes the repair of a call for users: the sent arguments, each change with its reason, and the call that the tool
 * gets.
 */
export function repairReport(came: unknown, { params, repairs }: RepairAnswer & { readonly ok: true }): string {
  // It was parsed from JSON.
  const input = came as JsonValue;
  const lines = repairs.length === 0 ? [unchanged(deepEqual(input, params))] : repairs.map(repairLine);
  return [
    ...section("What came", [formatValue(input, room)]),
    "",
    ...section("What is repaired", lines),
    "",
    ...section("The call", JSON.stringify(params, null, 2).split("\n")),
    "",
  ]
    .map(printable)
    .join("\n");
}

const section = (title: string, lines: readonly string[]) => [title, ...lines.map((line) => `  ${line}`)];

const unchanged = (isSame: boolean) => (isSame ? "Nothing: the call is right." : "Nothing: the call is right. Defaults are filled in.");

/** The result of `toolgen repair`: the call that the tool gets and its changes, or the text for the model. */
type RepairAnswer =
  | { readonly ok: true; readonly params: JsonObject; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly error: string };

/**
 * Repairs arguments that were read, or couldn't be. Counted if `env` turns that on. With `keepsDigits`, long whole
 * numbers are marked where a call keeps their digits.
 */
export function repairAnswer(
  tool: CompiledTool,
  input: ParsedParams,
  context: RepairContext & { readonly keepsDigits?: true },
): RepairAnswer {
  const { name } = tool.definition;
  if (!input.ok) return { ok: false, error: `${name} was not run. ${input.message}` };
  const repaired = repairAndCount(tool, input.value, context, context.keepsDigits && keepsDigits(tool.definition));
  if (!repaired.ok) return { ok: false, error: renderRefusal(name, repaired) };
  const { params, repairs, digits } = repaired;
  return { ok: true, params: digits === undefined ? params : withDigits(params, digits), repairs };
}

/** `file_path → path: A declared other name became the parameter.` */
export function repairLine({ rule, from, to }: { readonly rule: string; readonly from: string; readonly to?: string | undefined }): string {
  // A value that was parsed from a text as a whole keeps its path.
  const moved = to === undefined ? (from === "" ? "" : " → nothing") : to === from ? "" : ` → ${pathText(to)}`;
  return `${pathText(from)}${moved}: ${isRule(rule) ? repairRules[rule] : rule}`;
}

/** A rule may be another version's. */
const isRule = (rule: string): rule is RepairRule => Object.hasOwn(repairRules, rule);

const pathText = (path: string) => (path === "" ? "the arguments" : path === "*" ? "(some name)" : path);

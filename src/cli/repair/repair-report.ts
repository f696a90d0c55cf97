import { printable } from "../../diagnostics/printable.js";
import { deepEqual } from "../../runtime/json/deep-equal.js";
import { formatValue } from "../../runtime/json/format-value.late.js";
import type { JsonValue } from "../../runtime/json/json-value.js";
import type { RepairAnswer } from "./repair-answer.js";
import { repairLine } from "./repair-line.js";

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

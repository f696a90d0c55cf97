import type { GuardKind, ValueGuard } from "../contract/definition.js";
import type { Problem } from "../contract/problem.js";
import type { Refusal } from "../contract/refusal.js";
import type { JsonObject } from "../json/json-value.js";
import { mapAt } from "../json/selector.js";
import { refuse } from "../refusal/refusal.late.js";

/** Refuses values that a program would read as more than a text. */
export function checkGuards(guards: readonly ValueGuard[], params: JsonObject): { readonly ok: true } | Refusal {
  const problems: Problem[] = [];
  for (const { param, kind, where } of guards) {
    mapAt(params, param, (value, at) => {
      const values = Array.isArray(value) ? value : [value];
      const wrong = values.find((one) => typeof one === "string" && refused[kind].test(one));
      if (wrong !== undefined) problems.push({ code: "guarded-value", name: at.join("."), value: String(wrong), kind, where });
      return value;
    });
  }
  return problems.length === 0 ? { ok: true } : refuse(problems);
}

const refused: Readonly<Record<GuardKind, RegExp>> = {
  file: /^(?:[@<]|fileb?:)/i,
  pipe: /^\s*[|!]/,
  setting: /=/,
  "file-setting": /=[@<]/,
  mark: /^[+!]/,
  colon: /^\+|:/,
  // What sqlite3 3.40.1 does with -safe: `.trace FILE`, tables that are ZIP files, and fsdir(), which reads files.
  "sql-file": /(?:^|\n)\.|\b(?:virtual|zipfile|fsdir|writable_schema)/i,
};

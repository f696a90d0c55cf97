import type { JsonObject } from "../../contract/json-value.js";
import { valueMark } from "../arguments/program-texts.js";
import { type CodeLanguageName, leastRiskOf } from "../code-languages.js";
import { findArgumentPosition } from "../shell/argument-position.js";
import { isAuthoredVariant } from "../template/model-values.js";
import { admitsNone, cannotBeginWithDash, isDigits, isPlain, isWordly } from "../template/pattern.js";
import { type SqlUse, useInSql } from "./use-in-sql.js";

/** Program text that contains a value. */
export interface TextAround {
  readonly language: CodeLanguageName;
  /** Its possible texts, with `mark` for the value; `undefined` if they are unknown. */
  readonly texts: readonly string[] | undefined;
}

const shells: readonly CodeLanguageName[] = ["sh", "bash", "zsh", "fish"];

/**
 * Returns true if a value can't be a program at its position: the author chose it, it is a number, or it is a text of
 * plain characters as data. Data are an argument of a command in a shell, a name in a SELECT, a quoted text of SQL, and
 * a word that sed searches (docs/spec.md, Programs).
 */
export const isHarmlessInText = (variant: JsonObject, around: TextAround): boolean => useInText(variant, around) === "data";

/** Says how program text uses a value. `unknown`: as a word for a function of SQL that isn't known, say. */
export function useInText(variant: JsonObject, { language, texts }: TextAround): SqlUse {
  const { pattern } = variant;
  if (isAuthoredVariant(variant)) return "data";
  if (typeof pattern !== "string" || !isPlain(pattern)) return "code";
  if (isDigits(pattern) || leastRiskOf(language, [pattern]) === "safe") return "data";
  return texts === undefined ? "code" : worstUse(texts.map((text) => useIn(text, pattern, language)));
}

/** The use in which a value can do most. */
export const worstUse = (uses: readonly SqlUse[]): SqlUse => (["code", "unknown"] as const).find((one) => uses.includes(one)) ?? "data";

function useIn(text: string, pattern: string, language: CodeLanguageName): SqlUse {
  // A block may omit it.
  if (!text.includes(valueMark)) return "data";
  if (shells.includes(language)) {
    const position = findArgumentPosition(text, valueMark);
    return position === "inside" || (position === "beginning" && cannotBeginWithDash(pattern)) ? "data" : "code";
  }
  if (language !== "sql") return language === "sed" && isInSearch(text, pattern) ? "data" : "code";
  const isName = isWordly(pattern);
  const parts = text.split(valueMark);
  const around = parts.slice(1).map((_, i) => ({ before: parts.slice(0, i + 1).join("w"), after: parts.slice(i + 1).join("w") }));
  return worstUse(around.map((one) => useInSql(one, { isName })));
}

/** Returns true if sed only searches or inserts a word, which can't end the part of the text where it stands. */
function isInSearch(text: string, pattern: string): boolean {
  const [, substituted, searched] = sedSearch.exec(text) ?? [];
  const delimiter = substituted ?? searched;
  return delimiter !== undefined && admitsNone(pattern, delimiter);
}

/** One search or replacement, whose flags neither run nor write anything. */
const sedSearch =
  /^(?:s([^\w\s\\])(?:\\[^\n]|(?!\1)[^\\\n])*\1(?:\\[^\n]|(?!\1)[^\\\n])*\1[gIip0-9]{0,4}|(\/)(?:\\[^\n]|[^/\\\n])*\/[pd])$/;

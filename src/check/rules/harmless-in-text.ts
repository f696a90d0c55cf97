import type { JsonObject } from "../../runtime/json/json-value.js";
import { type CodeLanguageName, leastRiskOf } from "../programs/code-languages.js";
import { cannotBeginWithDash, isDigits, isPlain, isWordly } from "../schema/pattern.js";
import { findArgumentPosition } from "../shell/argument-position.js";
import { isAuthoredVariant } from "../values/model-values.js";
import { valueMark } from "../values/program-texts.js";
import { isDataInSql } from "./is-data-in-sql.js";

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
export function isHarmlessInText(variant: JsonObject, { language, texts }: TextAround): boolean {
  const { pattern } = variant;
  if (isAuthoredVariant(variant)) return true;
  if (typeof pattern !== "string" || !isPlain(pattern)) return false;
  if (isDigits(pattern) || leastRiskOf(language, [pattern]) === "safe") return true;
  return texts?.every((text) => isData(text, pattern, language)) === true;
}

function isData(text: string, pattern: string, language: CodeLanguageName): boolean {
  // A block may omit it.
  if (!text.includes(valueMark)) return true;
  if (shells.includes(language)) {
    const position = findArgumentPosition(text, valueMark);
    return position === "inside" || (position === "beginning" && cannotBeginWithDash(pattern));
  }
  const isName = isWordly(pattern);
  if (language === "sql")
    return text.split(valueMark).every((_, i, parts) => i === parts.length - 1 || isDataInSql(parts.slice(0, i + 1).join("w"), { isName }));
  return isName && language === "sed" && sedSearch.test(text);
}

/** One search or replacement, whose flags neither run nor write anything. */
const sedSearch = /^(?:s\/[^/\\\n]*\/[^/\\\n]*\/[gIip0-9]{0,4}|\/[^/\\\n]*\/[pd])$/;

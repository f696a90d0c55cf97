import type { Ajv, CodeKeywordDefinition, KeywordCxt } from "ajv";
import type { JsonObject } from "../json/json-value.js";

/** The format whose regular expression isn't linear: its time grows with the third power of a text's length. */
export const slowFormat = "url";

/** Most schemas have no text with such a limit, and compile faster without changed keywords. */
export function hasBoundedText(schema: JsonObject): boolean {
  const text = JSON.stringify(schema);
  return text.includes('"maxLength":') && (text.includes('"pattern":') || text.includes(`"format":"${slowFormat}"`));
}

/**
 * Makes ajv match a `pattern` or a slow `format` only where a `maxLength` beside it holds: ajv reports all errors of a
 * value, and would match a text of megabytes that is too long anyway. A build accepts some patterns because of their
 * `maxLength`.
 */
export function boundTexts(ajv: Pick<Ajv, "getKeyword" | "removeKeyword" | "addKeyword">, code: typeof import("ajv")._): void {
  for (const keyword of ["pattern", "format"]) {
    // ajv's own keywords are all written in code.
    const own = ajv.getKeyword(keyword) as CodeKeywordDefinition;
    const bounded = (cxt: KeywordCxt, type?: string) => {
      const { maxLength } = cxt.parentSchema;
      if (typeof maxLength !== "number" || (keyword === "format" && cxt.schema !== slowFormat)) return own.code(cxt, type);
      // A character is at most two code units.
      cxt.gen.if(code`${cxt.data}.length <= ${2 * maxLength}`, () => own.code(cxt, type));
    };
    ajv.removeKeyword(keyword);
    ajv.addKeyword({ ...own, keyword, code: bounded });
  }
}

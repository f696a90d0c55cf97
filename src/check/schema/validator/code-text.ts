import type { JsonValue } from "../../../runtime/json/json-value.js";

/** A value as an expression. Unlike in JSON, two line separators are escaped. */
export const codeText = (value: JsonValue): string => JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

/** The code behind an object that reads one of its members. */
export const memberAccess = (key: string): string => (/^[a-z$_][a-z$_0-9]*$/i.test(key) ? `.${key}` : `[${codeText(key)}]`);

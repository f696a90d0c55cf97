import { visibleLines } from "../../runtime/text/escape-control.js";
import { isLogged, type Log, type LogFields, type LogLevel } from "./log.js";

export interface ServerLogOptions {
  readonly format: "text" | "json";
  readonly level: LogLevel;
  /** Takes whole lines. */
  write(text: string): void;
}

/**
 * The log of a server, on standard error: lines for people, or a JSON object a line. Texts of clients can't begin a
 * line, nor control a terminal.
 */
export function serverLog({ format, level: logLevel, write }: ServerLogOptions): Log {
  const print = format === "json" ? jsonLine : textLines;
  return (message, { level = "warn", ...fields } = {}) => {
    if (isLogged(level, logLevel)) write(print(message, level, fields));
  };
}

function jsonLine(message: string, level: LogLevel, fields: LogFields): string {
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...fields });
  // A JSON string may have what JSON escapes and what it doesn't: C1 controls, and characters that hide or turn others.
  return `${/^[ -~]*$/.test(line) ? line : line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)}\n`;
}

const escaped = (character: string): string =>
  [...Array(character.length).keys()].map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");

/** The fields follow the last line. */
function textLines(message: string, _level: LogLevel, fields: LogFields): string {
  const after = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${textValue(value)}`]));
  return visibleLines([message, ...after].join(" "))
    .map((line) => `toolgen mcp: ${line}\n`)
    .join("");
}

const textValue = (value: string | number): string => (/^[\w.:/@+-]+$/.test(String(value)) ? String(value) : JSON.stringify(value));

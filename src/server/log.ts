import { visibleLines } from "../contract/display-text.js";

/** From the most to the least important. */
export const logLevels = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];

/** The fields of a record besides its message: never a secret, nor an argument's value. */
export interface LogFields {
  /** By default `warn`. */
  readonly level?: LogLevel;
  readonly [field: string]: string | number | undefined;
}

/** Writes a record to the log of a server. */
export type Log = (message: string, fields?: LogFields) => void;

/** Returns true if a log of a level has records of another. */
export const isLogged = (level: LogLevel, logLevel: LogLevel): boolean => logLevels.indexOf(level) <= logLevels.indexOf(logLevel);

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

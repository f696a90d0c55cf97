import { type LogLevel, logLevels } from "./log.js";
import type { ServerLogOptions } from "./server-log.js";

/** The options of a server's log, as they were written. */
export interface LogArguments {
  readonly logFormat?: string | undefined;
  readonly logLevel?: string | undefined;
}

export interface LogOptions {
  readonly logFormat?: ServerLogOptions["format"] | undefined;
  readonly logLevel?: LogLevel | undefined;
}

/** Reads `--log-format` and `--log-level`. Throws a one-line message for unknown words. */
export function readLogOptions({ logFormat, logLevel }: LogArguments): LogOptions {
  const format = oneOf(["text", "json"] as const, "--log-format", logFormat);
  const level = oneOf(logLevels, "--log-level", logLevel);
  return { ...(format && { logFormat: format }), ...(level && { logLevel: level }) };
}

/**
 * Fills in the defaults. Over HTTP a service reads the log, unless it is on a terminal; a client that starts a server
 * shows what it prints to its user, often as errors.
 */
export const logSettings = (
  { logFormat, logLevel }: LogOptions,
  { isHttp, isTerminal }: { readonly isHttp: boolean; readonly isTerminal: boolean },
): Pick<ServerLogOptions, "format" | "level"> => ({
  format: logFormat ?? (isHttp && !isTerminal ? "json" : "text"),
  level: logLevel ?? (isHttp ? "info" : "warn"),
});

function oneOf<const Word extends string>(words: readonly Word[], option: string, given: string | undefined): Word | undefined {
  const word = words.find((one) => one === given);
  if (given !== undefined && word === undefined) throw new Error(`${option} is '${given}'. Write ${words.join(", ")}.`);
  return word;
}

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

import { isAbsolute } from "node:path";
import { isJsonObject, type JsonValue } from "../../contract/json-value.js";
import { closest } from "../../contract/names.js";

/** The user's settings for `audit`. */
export interface AuditSettings {
  readonly isOn: boolean;
  /** Absolute; `undefined`: the default file of the user. */
  readonly file?: string;
  /** True if arguments are recorded. */
  readonly arguments: boolean;
  /** The size at which a file is rotated, and how many rotated files are kept. */
  readonly maxBytes: number;
  readonly keep: number;
}

/** The settings if they only turn the log on. */
export const auditDefaults = { arguments: false, maxBytes: 10 * 1024 * 1024, keep: 5 } as const;

const keys = ["file", "arguments", "maxBytes", "keep"];

/**
 * Reads `audit` of a user's settings: `true`, `false`, or a map of the differences. Reports every problem:
 * `audit.keep: …`.
 */
export function readAuditSettings(value: JsonValue): { readonly settings: AuditSettings; readonly problems: readonly string[] } {
  if (typeof value === "boolean") return { settings: { isOn: value, ...auditDefaults }, problems: [] };
  if (!isJsonObject(value))
    return { settings: { isOn: true, ...auditDefaults }, problems: [`audit: Expected true, false, or a map of ${keys.join(", ")}.`] };
  const { file, arguments: kept, maxBytes, keep } = value;
  const unknown = Object.keys(value).filter((key) => !keys.includes(key));
  const problems = [
    ...unknown.map((key) => `audit.${key}: There is no key '${key}' here; there are ${keys.join(", ")}.${didYouMean(key)}`),
    ...(file === undefined || isFile(file) ? [] : ["audit.file: Expected the absolute path of a file."]),
    ...(kept === undefined || typeof kept === "boolean" ? [] : ["audit.arguments: Expected true or false."]),
    ...(maxBytes === undefined || isCount(maxBytes, 64 * 1024) ? [] : ["audit.maxBytes: Expected a number of bytes, 65536 or more."]),
    ...(keep === undefined || isCount(keep, 1) ? [] : ["audit.keep: Expected a number of files, 1 or more."]),
  ];
  const settings = {
    isOn: true,
    ...(isFile(file) && { file }),
    arguments: kept === true,
    maxBytes: isCount(maxBytes, 1) ? maxBytes : auditDefaults.maxBytes,
    keep: isCount(keep, 1) ? keep : auditDefaults.keep,
  };
  return { settings, problems };
}

const isFile = (value: JsonValue | undefined): value is string => typeof value === "string" && isAbsolute(value) && !value.endsWith("/");

const isCount = (value: JsonValue | undefined, least: number): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= least;

function didYouMean(key: string): string {
  const suggestion = closest(key, keys);
  return suggestion === undefined ? "" : ` Did you mean '${suggestion}'?`;
}

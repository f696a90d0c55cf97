import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { AuditLine } from "../contract/call.js";
import { resolveRef } from "../contract/json-schema.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";
import { maxLineBytes } from "./line-file.js";
import { parseLine, readLog } from "./log/log-file.js";
import { undisturbed } from "./log/segments.js";
import { redactText } from "./output.late.js";
import { knownSecret } from "./user-settings.late.js";

/** Selects calls of a log: all by default. */
export interface AuditFilter {
  /** Those that began at this time or later: milliseconds since 1970. */
  readonly since?: number | undefined;
  readonly tool?: string | undefined;
  /** Only calls that settings or the user refused. */
  readonly denied?: boolean | undefined;
}

/** Returns the calls in a log, the oldest first; none if the file doesn't exist. Throws the file system's error. */
export function readAudit(file: string, { since, tool, denied }: AuditFilter = {}): readonly AuditLine[] {
  const lines = undisturbed(file, () => readLog(file)) ?? [];
  return lines.filter(
    (line) =>
      (since === undefined || Date.parse(line.time) >= since) &&
      (tool === undefined || line.tool === tool) &&
      (!denied || line.outcome === "denied"),
  );
}

/** If more was added to a log since the last time, only its end is read. */
const mostReadBytes = 4 * 1024 * 1024;

interface Position {
  readonly file: string;
  readonly inode: number;
  readonly offset: number;
}

/**
 * Returns a function that reads a log again and again: the first time all its calls, and then those that were added.
 * The last calls may be among those of the next time too. Throws the file system's error.
 */
export function followAudit(): (file: string) => readonly AuditLine[] {
  let position: Position | undefined;
  return (file) => {
    const now = statSync(file, { throwIfNoEntry: false });
    if (now === undefined) {
      const wasThere = position !== undefined;
      position = undefined;
      return wasThere ? [] : readAudit(file);
    }
    const last = position;
    const isSame = last?.file === file && last.inode === now.ino && last.offset <= now.size;
    // A line that is being written is read once it is whole.
    position = { file, inode: now.ino, offset: now.size };
    if (!isSame) return readAudit(file);
    return last.offset === now.size ? [] : linesFrom(file, Math.max(last.offset - maxLineBytes, now.size - mostReadBytes, 0));
  };
}

function linesFrom(path: string, offset: number): readonly AuditLine[] {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(mostReadBytes + maxLineBytes);
    const count = readSync(file, bytes, 0, bytes.length, offset);
    // The first line may be the rest of one, which isn't a call.
    return bytes
      .toString("utf8", 0, count)
      .split("\n")
      .flatMap((line) => parseLine(line) ?? []);
  } finally {
    closeSync(file);
  }
}

/** Replaces a value that must not be shown. */
const mark = "[secret]";

/** The limit of the arguments in a line, in bytes of JSON. */
const mostArgumentBytes = 2500;

/** The parts of arguments that must not be recorded. */
export interface Masking {
  /** Names of properties whose values are masked (`maskedNames`). */
  readonly hidden: readonly string[];
  /** Values that are secret wherever they are. */
  readonly secrets: readonly string[];
}

/** Returns the arguments for the log: without secrets, long values truncated, with a note of what is missing. */
export function maskArguments(value: JsonValue, masking: Masking): JsonValue {
  const masked = withoutSecrets(value, masking);
  for (const limits of [
    { text: 400, items: 40, keys: 60 },
    { text: 100, items: 12, keys: 30 },
    { text: 30, items: 4, keys: 15 },
  ]) {
    const shorter = shortened(masked, limits);
    if (Buffer.byteLength(JSON.stringify(shorter)) <= mostArgumentBytes) return shorter;
  }
  return `too large to be kept: ${Buffer.byteLength(JSON.stringify(masked))} bytes`;
}

function withoutSecrets(value: JsonValue, masking: Masking): JsonValue {
  if (typeof value === "string") return masking.secrets.length === 0 ? value : redactText(value, masking.secrets);
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, masking));
  if (!isJsonObject(value)) return value;
  const isHidden = (name: string) => masking.hidden.includes(name) || masking.hidden.includes(everyName);
  return mapped(value, (one, name) => (isHidden(name) ? mark : withoutSecrets(one, masking)), masking.secrets);
}

/** A key can contain a secret too. */
function mapped(value: JsonObject, change: (value: JsonValue, name: string) => JsonValue, secrets: readonly string[]): JsonObject {
  const name = (key: string) => (secrets.length === 0 ? key : redactText(key, secrets));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [name(key), change(one, key)]));
}

interface Limits {
  readonly text: number;
  readonly items: number;
  readonly keys: number;
}

function shortened(value: JsonValue, limits: Limits): JsonValue {
  if (typeof value === "string") return shortText(value, limits.text);
  if (Array.isArray(value)) {
    const omitted = value.length - limits.items;
    const firstItems = value.slice(0, limits.items).map((one) => shortened(one, limits));
    return omitted > 0 ? [...firstItems, `… (${omitted} more)`] : firstItems;
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  const firstMembers = entries.slice(0, limits.keys).map(([key, one]) => [shortText(key, limits.text), shortened(one, limits)]);
  const omitted = entries.length - limits.keys;
  return Object.fromEntries(omitted > 0 ? [...firstMembers, ["…", `${omitted} more`]] : firstMembers);
}

const shortText = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}… (${text.length - most} more characters)` : text;

/** Stands for all names: the schema masks something that isn't the value of a property. */
const everyName = "*";

const plainValues = ["enum", "const", "default", "examples", "required", "dependentRequired", "title", "description", "pattern"];

/**
 * Returns the names of properties whose values must not be shown: those that a JSON Schema marks as `writeOnly` or with
 * the format `password`, at any depth. For a list or a map of such values, it is the name of the list or the map.
 */
export function maskedNames(schema: JsonObject): readonly string[] {
  const found = new Set<string>();
  const followed = new Set<string>();
  const visit = (value: JsonValue, name: string): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, name);
    if (!isJsonObject(value)) return;
    if (value.writeOnly === true || value.format === "password") found.add(name);
    const { $ref } = value;
    if (typeof $ref === "string" && !followed.has(`${$ref} ${name}`)) {
      followed.add(`${$ref} ${name}`);
      visit(resolveRef(schema, $ref) ?? {}, name);
    }
    for (const [key, part] of Object.entries(value)) {
      if (key === "properties" && isJsonObject(part)) for (const [property, one] of Object.entries(part)) visit(one, property);
      else if (key !== "$defs" && key !== "definitions" && !plainValues.includes(key)) visit(part, name);
    }
  };
  visit(schema, everyName);
  return [...found].sort();
}

/** The values of a tool's secrets, which it declares by variable. */
export function secretValues(
  secrets: Readonly<Record<string, string>> | undefined,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.keys(secrets ?? {}).flatMap((name) => env[name] || knownSecret(name, env) || []);
}

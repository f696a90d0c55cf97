import { isJsonObject, type JsonObject, type JsonValue } from "../../json/json-value.js";
import { redactText } from "../../result/redact-outcome.late.js";
import { everyName } from "./masked-names.js";

/** Replaces a value that must not be shown. */
const mark = "[secret]";

/** The limit of the arguments in a line, in bytes of JSON. */
const mostBytes = 2500;

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
    if (Buffer.byteLength(JSON.stringify(shorter)) <= mostBytes) return shorter;
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

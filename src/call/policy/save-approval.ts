import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { applyEdits, modify } from "jsonc-parser";
import { stripComments } from "../../contract/json-text.js";
import { deepEqual, isArray, isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import type { Condition, RiskLevel } from "../../contract/risk.js";
import { writeFileAtomic } from "../../contract/user-file.js";
import { tryLineFileLock } from "../line-file.js";
import { readUserSettings } from "../user-settings.js";

/** An approval to save: the calls of a tool that meet all conditions. */
export interface SavedApproval {
  readonly tool: string;
  readonly when: readonly Condition[];
  /** The level that the spec gives them: a call that becomes more dangerous later isn't covered. */
  readonly upTo?: RiskLevel | undefined;
  /** The level that settings give these calls, which is kept. */
  readonly level?: RiskLevel | undefined;
  /** The declaration hash of an MCP server's tool: after a change of the declaration the approval is invalid. */
  readonly declared?: string | undefined;
}

/**
 * Adds an approval to a user's settings file, before the existing entries for the tool. Everything else, comments
 * included, stays unchanged. `file` is absolute; it is created if missing, replaced atomically, and keeps its mode.
 * Returns the reason on failure: a file that can't be parsed is never changed.
 */
export function saveApproval(file: string, approval: SavedApproval): string | undefined {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return locked(file, () => {
      const read = readUserSettings(file);
      return read.ok ? write(file, approval) : read.problems.join(" ");
    });
  } catch (error) {
    return `${file} can't be written: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

function write(file: string, { tool, when, upTo, level, declared }: SavedApproval): string | undefined {
  const text = textOf(file);
  const risk = settingsIn(text).risk;
  const existing = isJsonObject(risk) && Object.hasOwn(risk, tool) ? (risk[tool] ?? []) : [];
  const existingRules = (isArray(existing) ? existing : [existing]).map(
    (one): JsonValue => (typeof one === "string" ? { level: one } : one),
  );
  const added: JsonObject = {
    ...(when.length > 0 && { when: Object.fromEntries(when.map((one) => [one.param, "is" in one ? soleOf(one.is) : one.fits])) }),
    ...(upTo !== undefined && { upTo }),
    ...(level !== undefined && { level }),
    ...(declared !== undefined && { declared }),
    decision: "allow",
  };
  if (existingRules.some((one) => deepEqual(one, added))) return undefined;
  // Approvals of an earlier declaration no longer apply to anything.
  const isOld = (one: JsonValue) =>
    declared !== undefined && isJsonObject(one) && one.declared !== undefined && deepEqual({ ...one, declared }, added);
  const list = [added, ...existingRules.filter((one) => !isOld(one))];
  const edits = modify(text, ["risk", tool], list.length === 1 ? list[0] : list, { formattingOptions: { insertSpaces: true, tabSize: 2 } });
  writeFileAtomic(file, applyEdits(text, edits));
  return undefined;
}

/** A list matches its elements, so a value that is itself a list is wrapped in a list. */
const soleOf = (values: readonly JsonValue[]): JsonValue =>
  values.length === 1 && !isJsonObject(values[0]) && !isArray(values[0]) ? (values[0] ?? null) : [...values];

function settingsIn(text: string): JsonObject {
  const value: unknown = JSON.parse(stripComments(text));
  return isJsonObject(value) ? value : {};
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "{}\n";
    throw error;
  }
}

/** Concurrent saves are serialized. */
function locked(file: string, work: () => string | undefined): string | undefined {
  const deadline = Date.now() + 5000;
  for (;;) {
    const lock = tryLineFileLock(`${file}.lock`);
    if (lock !== undefined) {
      try {
        return work();
      } finally {
        lock.release();
      }
    }
    if (Date.now() > deadline) return `Another program has been writing ${file} for five seconds.`;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
}

import type { RunOutcome } from "../contract/run-outcome.js";
import { type ByteRange, type FindSecrets, secretFinder } from "./find-secrets.js";

/** Replaces a secret. */
const mark = Buffer.from("[secret]");

/**
 * Returns the outcome of a run without the secrets that it was given, in every form in which programs are likely to
 * print them.
 */
export function redactOutcome(outcome: RunOutcome, secrets: readonly string[]): RunOutcome {
  if (secrets.length === 0) return outcome;
  if (!("stdout" in outcome)) return { ...outcome, message: redactText(outcome.message, secrets) };
  const find = finderOf(secrets);
  const headers = outcome.kind === "exited" && outcome.headers !== undefined && { headers: redactValues(outcome.headers, secrets) };
  return { ...outcome, stdout: redactBytes(outcome.stdout, find), stderr: redactBytes(outcome.stderr, find), ...headers };
}

/** A text without secrets. */
export function redactText(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text;
  const bytes = Buffer.from(text);
  const { ranges } = finderOf(secrets)(bytes);
  return ranges.length === 0 ? text : withoutRanges(bytes, ranges).toString();
}

const redactValues = (texts: Readonly<Record<string, string>>, secrets: readonly string[]) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, redactText(text, secrets)]));

function redactBytes(bytes: Buffer, find: FindSecrets): Buffer {
  const { ranges } = find(bytes);
  return ranges.length === 0 ? bytes : withoutRanges(bytes, ranges);
}

/** Returns bytes with a mark instead of each of these ranges. */
export function withoutRanges(bytes: Buffer, ranges: readonly ByteRange[]): Buffer {
  const rest = ranges.flatMap(({ start }, i) => [bytes.subarray(ranges[i - 1]?.end ?? 0, start), mark]);
  return Buffer.concat([...rest, bytes.subarray(ranges.at(-1)?.end ?? 0)]);
}

let last: { readonly key: string; readonly find: FindSecrets } | undefined;

/** The same for the same secrets: the audit log asks for each of many arguments. */
export function finderOf(secrets: readonly string[]): FindSecrets {
  const key = JSON.stringify(secrets);
  if (last?.key !== key) last = { key, find: secretFinder(secrets) };
  return last.find;
}

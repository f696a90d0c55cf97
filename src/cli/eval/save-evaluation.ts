import { readFileSync } from "node:fs";
import { isJsonObject, type JsonValue } from "../../contract/json-value.js";
import { writeFileAtomic } from "../../contract/user-file.js";
import { UsageError } from "../command.js";
import { type Attempt, type EvalResults, type EvaluatedCase, evalOutcomes } from "./eval-results.js";

export const printEvaluation = (evaluation: EvalResults): string => `${JSON.stringify(evaluation, null, 2)}\n`;

/** Writes an evaluation. A file that is something else is not replaced: `checkSaveTarget` refused it before. */
export function saveEvaluation(path: string, evaluation: EvalResults): void {
  writeFileAtomic(path, printEvaluation(evaluation), { mode: 0o644 });
}

/** Refuses to replace a file that isn't an evaluation, before anything is asked. */
export function checkSaveTarget(path: string): void {
  const text = textOf(path);
  if (text !== undefined && text.trim() !== "" && parsed(text) === undefined)
    throw new UsageError(`${path} is not the result of an evaluation, so --save doesn't replace it.`, "Name another file.");
}

/** Reads an evaluation that `--save` wrote. */
export function readEvaluation(path: string): EvalResults {
  const text = textOf(path);
  if (text === undefined) throw new UsageError(`There is no file ${path}.`, `Write it with 'toolgen eval --save ${path}'.`);
  const evaluation = parsed(text);
  if (evaluation === undefined)
    throw new UsageError(`${path} is not the result of an evaluation of this version.`, "--compare takes a file that --save wrote.");
  return evaluation;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new UsageError(`${path} can't be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function parsed(text: string): EvalResults | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return isEvaluation(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isEvaluation(value: unknown): value is EvalResults {
  if (!isJsonObject(value)) return false;
  const { version, model, showing, cases } = value;
  return version === 1 && typeof model === "string" && typeof showing === "string" && Array.isArray(cases) && cases.every(isCase);
}

function isCase(value: unknown): value is EvaluatedCase {
  if (!isJsonObject(value)) return false;
  const { tool, example, prompt, expected, attempts } = value;
  const areTexts = [tool, example, prompt].every((text) => typeof text === "string");
  return areTexts && isJsonObject(expected) && Array.isArray(attempts) && attempts.every(isAttempt);
}

function isAttempt(value: unknown): value is Attempt {
  if (!isJsonObject(value)) return false;
  const { outcome, repairs, tokens } = value;
  return evalOutcomes.some((known) => known === outcome) && Array.isArray(repairs) && typeof tokens === "number";
}

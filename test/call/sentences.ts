import { problemText } from "../../src/call/problem-text.late.js";
import type { Problem } from "../../src/contract/problem.js";

/** The sentences of a refusal's problems; no sentences for any other result. */
export const sentencesOf = (result: { readonly ok: boolean; readonly problems?: readonly Problem[] }): readonly string[] =>
  (result.problems ?? []).map(problemText);

/** A result with sentences in the place of problems. */
export const inSentences = <T extends object>(result: T): object =>
  "problems" in result && Array.isArray(result.problems) ? { ...result, problems: result.problems.map(problemText) } : result;

import { checkSources } from "../check/check.js";
import type { SourceContext } from "../check/check-source.js";
import { type Diagnostic, isError } from "../diagnostics/diagnostic.js";

/** An edit that corrects a diagnostic. */
export interface Fix {
  readonly title: string;
  readonly diagnostic: Diagnostic;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The corrections of diagnostics that name what was meant ("Did you mean …?"). Each was tried: in a spec it is offered
 * only if the check then reports fewer mistakes, and none that is new.
 */
export async function findFixes(diagnostics: readonly Diagnostic[], context: SourceContext): Promise<readonly Fix[]> {
  const fixes = await Promise.all(diagnostics.map((one) => fixOf(one, context)));
  return fixes.filter((fix) => fix !== undefined);
}

async function fixOf(diagnostic: Diagnostic, context: SourceContext): Promise<Fix | undefined> {
  const { span, didYouMean } = diagnostic;
  if (span === undefined || didYouMean === undefined) return undefined;
  const { file, start, end } = span;
  const fix = { title: `Change to '${didYouMean}'`, diagnostic, start, end, text: didYouMean };
  const corrected = file.text.slice(0, start) + didYouMean + file.text.slice(end);
  const [before, after] = await checkSources([file, { path: file.path, text: corrected }], context);
  const errors = (result: typeof before) => result?.diagnostics.filter(isError).map(({ code, message }) => `${code} ${message}`) ?? [];
  const remaining = errors(after);
  return remaining.length < errors(before).length || (!isError(diagnostic) && remaining.length === 0) ? fix : undefined;
}

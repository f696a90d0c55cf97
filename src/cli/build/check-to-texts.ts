import { serializeResult } from "../../cache/serialize-result.js";
import { checkSources } from "../../check/check.js";
import type { SourceContext } from "../../check/check-source.js";
import type { SourceFile } from "../../diagnostics/diagnostic.js";

/** Checks spec files and returns their results as text, which other threads can read. */
export async function checkToTexts(
  sources: readonly SourceFile[],
  context: SourceContext,
  { onlyDiagnostics }: { readonly onlyDiagnostics: boolean },
): Promise<readonly string[]> {
  const results = await checkSources(sources, context);
  return results.map((result) => serializeResult(onlyDiagnostics ? { ...result, ...nothing } : result));
}

const nothing = { tools: [], prompts: [], resources: [], claims: [] };

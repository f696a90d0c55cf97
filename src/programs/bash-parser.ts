import type { ParsedScript, parseCommand } from "../call/parse-command.js";
import { invariant, type SourceFile } from "../contract/diagnostic.js";

let parser: typeof parseCommand | undefined;

/** Arguments may also be scripts: those of `sh -c`, `ssh` and the like. */
const mayHoldScript = /shell|pattern|\\[xuU]|\b(?:\w*sh|watch|parallel|eval|su|runuser|busybox)\b|-\w*[cS]\b|command=/;

/**
 * Loads the parser if one of these files may contain a script, or a value with a pattern in one. Escapes may spell the
 * keys differently.
 */
export async function loadBashParser(files: readonly SourceFile[]): Promise<void> {
  if (parser !== undefined || !files.some(({ text }) => mayHoldScript.test(text))) return;
  parser = (await import("../call/parse-command.js")).parseCommand;
}

/** Returns true if the parser is loaded. */
export const isParserLoaded = (): boolean => parser !== undefined;

export function parseBash(source: string): ParsedScript {
  invariant(parser !== undefined, "loadBashParser() was awaited for every file with a script");
  return parser(source);
}

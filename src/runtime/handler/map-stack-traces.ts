import { readFileSync } from "node:fs";
import type { SourceMapPayload } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * Makes stack traces name lines of the files that a bundle was made from. The source map is read when a stack trace is
 * first used. Node's `--enable-source-maps` reads it at the start, which costs milliseconds. Lines of the
 * programs that have loaded the bundle are left out.
 */
export function mapStackTraces(bundle: string, programs: readonly string[] = []): void {
  let find: FindSource | undefined;
  Error.prepareStackTrace = (error, sites) => {
    find ??= sourceFinder(bundle);
    return [
      headerOf(error),
      ...sites.filter((site) => !programs.includes(site.getFileName() ?? "")).map((site) => `    at ${mapped(site, bundle, find)}`),
    ].join("\n");
  };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Returns the path and the position that a position in the bundle comes from, as `PATH:LINE:COLUMN`. */
type FindSource = (position: Position) => string | undefined;

function mapped(site: NodeJS.CallSite, bundle: string, find: FindSource | undefined): string {
  const text = String(site);
  const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
  if (site.getFileName() !== bundle || line === null || column === null) return text;
  const source = find?.({ line, column });
  return source === undefined ? text : text.replace(`${bundle}:${line}:${column}`, () => source);
}

/** A handler that comes with toolgen has no source map. */
function sourceFinder(bundle: string): FindSource {
  try {
    const file = `${bundle}.map`;
    const map = JSON.parse(readFileSync(file, "utf8")) as SourceMapPayload;
    const base = pathToFileURL(file);
    const sources = map.sources.map((source) => new URL((map.sourceRoot ?? "") + source, base).href);
    const { SourceMap } = process.getBuiltinModule("node:module");
    const parsed = new SourceMap({ ...map, sources, sourceRoot: "" });
    return ({ line, column }) => {
      const entry = parsed.findEntry(line - 1, column - 1);
      if (!("originalSource" in entry)) return undefined;
      const { originalSource, originalLine, originalColumn } = entry;
      const path = originalSource.startsWith("file:") ? fileURLToPath(originalSource) : originalSource;
      return `${path}:${originalLine + 1}:${originalColumn + 1}`;
    };
  } catch {
    return () => undefined;
  }
}

/** An error may have a `toString` that throws. */
function headerOf(error: unknown): string {
  try {
    return String(error);
  } catch {
    return "Error";
  }
}

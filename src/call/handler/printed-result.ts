import { readFileSync } from "node:fs";
import type { SourceMapPayload } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { OutputFormat } from "../../contract/definition.js";
import { oneLine } from "../../contract/display-text.js";
import { mcpText } from "../report.js";

// The ways in which a handler fails without an exception of its own.

export const notFunction = "The handler that the spec names is not a function.";
export const neverSettles = "The handler returned a promise that never settles.";
export const exitedEarly = (code: number) => `The handler ended the process with code ${code} before it returned a result.`;

type PrintedResult = { readonly ok: true; readonly text: string | Uint8Array } | { readonly ok: false; readonly problem: string };

/** Returns the text of a handler's result, or why there is none. */
export function printedResult(value: unknown, format: OutputFormat): PrintedResult {
  try {
    return { ok: true, text: resultText(value, format) };
  } catch (error) {
    // JavaScript's message about a circular structure has several lines.
    const why = oneLine(error instanceof Error ? error.message : String(error));
    return { ok: false, problem: `The handler's result can't be converted to JSON: ${why}.` };
  }
}

/**
 * Returns the text of a result in MCP's format that is nothing else, so that it needn't be printed as JSON. UTF-8 has
 * no bytes for half a surrogate pair, but JSON has an escape.
 */
export const textResult = (value: unknown, format: OutputFormat): string | undefined =>
  format === "mcp" && typeof value === "string" && value.isWellFormed() ? value : undefined;

/**
 * Prints a handler's return value: bytes that are read by the rules for the tool's format. Throws if the value can't be
 * printed.
 */
export function resultText(value: unknown, format: OutputFormat): string | Uint8Array {
  switch (format) {
    case "mcp":
      return typeof value === "string" ? mcpText(value) : JSON.stringify(toolResult(value));
    case "json":
      return json(value);
    case "jsonl":
      if (!Array.isArray(value)) throw new TypeError("it must be a list, each element of which becomes a line");
      return value.map((element) => `${json(element)}\n`).join("");
    case "image":
    case "audio":
      if (!(value instanceof Uint8Array)) throw new TypeError("it must be a Buffer or Uint8Array that holds the media");
      return value;
    case "text":
    case "markdown":
      return plain(value);
  }
}

/** MCP's `CallToolResult`, which a handler may also return itself. */
function toolResult(value: unknown): unknown {
  if (hasContent(value)) return value;
  const content = [{ type: "text", text: plain(value) }];
  return value === undefined ? { content } : { content, structuredContent: value };
}

const hasContent = (value: unknown) => typeof value === "object" && value !== null && "content" in value && Array.isArray(value.content);

function plain(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : json(value, 2);
}

function json(value: unknown, indent?: number): string {
  const text: string | undefined = JSON.stringify(value, null, indent);
  if (text === undefined) throw new TypeError(`JSON has no word for ${value === undefined ? "undefined" : `a ${typeof value}`}`);
  return text;
}

const mostFrames = 10;

/**
 * Returns the model's message for an exception of a handler: only the advice of an expected failure, else the message
 * and its position in the project.
 */
export function failureText(error: unknown, projectDir: string): string {
  if (!isError(error)) return `The handler failed: it threw ${thrown(error)}.`;
  if (error.name === "ToolError") return error.message;
  return [`The handler failed: ${error.name}: ${error.message}`, ...framesOf(error, projectDir), ...causeOf(error, projectDir)].join("\n");
}

/** Errors of other realms aren't instances of this realm's `Error`. */
const isError = (value: unknown): value is Error => value instanceof Error || Object.prototype.toString.call(value) === "[object Error]";

function thrown(value: unknown): string {
  try {
    return typeof value === "string" ? JSON.stringify(value) : (JSON.stringify(value) ?? String(value));
  } catch {
    return "a value that can't be shown";
  }
}

/**
 * The stack frames in the project's own files and in packages, relative to the project's folder, so that an editor can
 * open them.
 */
function framesOf({ stack }: Error, projectDir: string): readonly string[] {
  const lines = typeof stack === "string" ? stack.split("\n") : [];
  const frames = lines.filter((line) => /^\s+at /.test(line) && !/\bnode:|\(<anonymous>\)|toolgen-handler:/.test(line));
  const root = projectDir.endsWith("/") ? projectDir : `${projectDir}/`;
  return frames.slice(0, mostFrames).map((line) => `    ${line.trim().replaceAll("file://", "").replaceAll(root, "")}`);
}

function causeOf({ cause }: Error, projectDir: string): readonly string[] {
  if (!isError(cause)) return [];
  return [`Because of ${cause.name}: ${cause.message}`, ...framesOf(cause, projectDir)];
}

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

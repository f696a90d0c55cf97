import { resolve } from "node:path";
import { readSelection, type ToolSelection } from "../../mcp-server/lists/tool-selection.js";
import { readRoots } from "../../mcp-server/roots/read-roots.js";
import type { HttpArguments } from "../../mcp-server/serve-tools.js";
import { exitCode } from "../exit-code.js";
import { requireStdin } from "../io/require-stdin.js";
import type { Terminal } from "../io/terminal.js";
import { currentTools } from "../mcp/current-tools.js";
import { compileToServe, followSpecs } from "../mcp/follow-specs.js";
import { httpArguments } from "../mcp/http-arguments.js";
import { loadServer } from "../mcp/load-server.js";
import type { GlobalOptions } from "../options.js";
import { commandLineSettings } from "../project/command-line-settings.js";
import { projectRoot } from "../project/open-project.js";
import { UsageError } from "../usage-error.js";

export interface McpOptions extends GlobalOptions, Partial<HttpArguments> {
  readonly risk?: readonly string[];
  readonly clientAsks?: true;
  /** Names with commas between them. */
  readonly toolsets?: string;
  readonly tools?: string;
  readonly readOnly?: true;
  readonly search?: true;
  readonly roots?: string;
}

/**
 * `toolgen mcp`: serves the current specs, as `generated/mcp/server.cjs` serves the built ones, and compiles them again
 * when they change. Ends when the client disconnects, and over HTTP at a signal.
 */
export async function mcp(options: McpOptions, terminal: Terminal): Promise<number> {
  const http = httpArguments(options, terminal.launchDir);
  if (http === undefined) requireStdin(terminal);
  const risk = options.risk && commandLineSettings(options.risk);
  const { select, roots } = choices(options);
  const read = new Map<string, string>();
  const compilation = await compileToServe(options, terminal, read);
  if (compilation === undefined) return exitCode.failed;
  const log = (line: string) => terminal.err(`toolgen mcp: ${line}\n`);
  const serverOptions = {
    workspace: terminal.launchDir,
    env: terminal.environment,
    log,
    ...(risk && { risk }),
    ...(select && { select }),
    ...(roots !== undefined && { roots: resolve(terminal.launchDir, roots) }),
    search: options.search === true,
    clientAsks: options.clientAsks === true,
  };
  const tools = currentTools(compilation, projectRoot(options, terminal), (onChange) =>
    followSpecs({ options, terminal, read, log }, (changed) => {
      tools.replace(changed);
      onChange();
    }),
  );
  const server = loadServer();
  const ended =
    http === undefined
      ? server.serveOverStdio(tools.source, serverOptions, { input: terminal.stdin.stream, output: terminal.stdout })
      : server.runHttp(tools.source, http, serverOptions);
  await ended.catch((error: unknown) => {
    throw new UsageError(`The server can't start: ${error instanceof Error ? error.message : String(error)}`);
  });
  return exitCode.done;
}

/** The options that the server itself reads. */
function choices(options: McpOptions): { readonly select: ToolSelection | undefined; readonly roots: string | undefined } {
  try {
    return { select: readSelection(options), roots: readRoots(options) };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

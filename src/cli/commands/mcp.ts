import { resolve } from "node:path";
import { readSelection, type ToolSelection } from "../../mcp-server/lists/tool-selection.js";
import { serverLog } from "../../mcp-server/log/log.js";
import {
  type HttpArguments,
  type LogArguments,
  type LogOptions,
  logSettings,
  readLogOptions,
  readPageSize,
  readRoots,
} from "../../mcp-server/server-options.js";
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

export interface McpOptions extends GlobalOptions, Partial<HttpArguments>, LogArguments {
  readonly risk?: readonly string[];
  readonly clientAsks?: true;
  /** Names with commas between them. */
  readonly toolsets?: string;
  readonly tools?: string;
  readonly readOnly?: true;
  readonly search?: true;
  /** A whole number. */
  readonly pageSize?: string;
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
  const { select, roots, pageSize, logOptions } = choices(options);
  const settings = logSettings(logOptions, { isHttp: http !== undefined, isTerminal: terminal.isWatched });
  const log = serverLog({ ...settings, write: (lines) => terminal.err(lines) });
  const read = new Map<string, string>();
  // Errors of specs are records, too.
  const reporting = settings.format === "json" ? { ...terminal, err: (text: string) => log(text.trimEnd(), { level: "error" }) } : terminal;
  const compilation = await compileToServe(options, reporting, read);
  if (compilation === undefined) return exitCode.failed;
  const serverOptions = {
    workspace: terminal.launchDir,
    env: terminal.environment,
    log,
    logLevel: settings.level,
    ...(risk && { risk }),
    ...(select && { select }),
    ...(roots !== undefined && { roots: resolve(terminal.launchDir, roots) }),
    ...(pageSize !== undefined && { pageSize }),
    search: options.search === true,
    clientAsks: options.clientAsks === true,
  };
  const tools = currentTools(compilation, projectRoot(options, terminal), (onChange) =>
    followSpecs({ options, terminal: reporting, read, log }, (changed) => {
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

interface Choices {
  readonly select: ToolSelection | undefined;
  readonly roots: string | undefined;
  readonly pageSize: number | undefined;
  readonly logOptions: LogOptions;
}

/** The options that the server itself reads. */
function choices(options: McpOptions): Choices {
  try {
    return {
      select: readSelection(options),
      roots: readRoots(options),
      pageSize: readPageSize(options.pageSize),
      logOptions: readLogOptions(options),
    };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

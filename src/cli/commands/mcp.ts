import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { invariant } from "../../contract/diagnostic.js";
import { serverLog } from "../../server/log.js";
import {
  type HttpArguments,
  type LogArguments,
  type LogOptions,
  logSettings,
  type RunHttp,
  readLogOptions,
  readPageSize,
  readRoots,
  type ServeTools,
} from "../../server/server-options.js";
import { readSelection, type ToolSelection } from "../../server/tool-selection.js";
import { exitCode, type GlobalOptions, packageRoot, UsageError } from "../command.js";
import { commandLineSettings, requireStdin } from "../io/input.js";
import type { Terminal } from "../io/terminal.js";
import { compileToServe, currentTools, followSpecs } from "../project/current-tools.js";
import { projectRoot } from "../project/open-project.js";

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

/** The options that need `--http`, as they are written. */
const httpOptions = {
  allowHost: "--allow-host",
  tokens: "--tokens",
  oauthIssuer: "--oauth-issuer",
  oauthAudience: "--oauth-audience",
  oauthResource: "--oauth-resource",
  oauthJwks: "--oauth-jwks",
  oauthScope: "--oauth-scope",
  oauthPrincipal: "--oauth-principal",
  tlsCert: "--tls-cert",
  tlsKey: "--tls-key",
  sessions: "--sessions",
} as const;

/** The arguments of a server over HTTP. Undefined without `--http`. Throws if an option is empty or has no effect. */
function httpArguments(options: Partial<HttpArguments>, launchDir: string): HttpArguments | undefined {
  const { http, tokens, tlsCert, tlsKey } = options;
  if (http === undefined) {
    const unused = Object.entries(httpOptions).find(([name]) => name in options);
    if (unused !== undefined) throw new UsageError(`${unused[1]} is for a server over HTTP.`, "Add --http.");
    return undefined;
  }
  const httpArguments = Object.entries(httpOptions).flatMap(([name, option]) => {
    const value = options[name as keyof typeof httpOptions];
    return value === undefined ? [] : [{ name, option, value }];
  });
  const empty = httpArguments.find(({ value }) => value === "");
  if (empty !== undefined) throw new UsageError(`${empty.option} is empty.`, "Is a variable unset?");
  const files = Object.entries({ tokens, tlsCert, tlsKey }).flatMap(([name, file]) =>
    file === undefined ? [] : [[name, resolve(launchDir, file)]],
  );
  return { http, ...Object.fromEntries(httpArguments.map(({ name, value }) => [name, value])), ...Object.fromEntries(files) };
}

interface ServerProgram {
  readonly serveOverStdio: ServeTools;
  readonly runHttp: RunHttp;
}

/** Loads the program that outputs contain. It includes the MCP SDK, on which this package doesn't depend. */
function loadServer(): ServerProgram {
  const program = fileURLToPath(new URL("dist/assets/mcp-server.cjs", packageRoot));
  const loaded: unknown = createRequire(import.meta.url)(program);
  invariant(typeof loaded === "object" && loaded !== null && "serveOverStdio" in loaded, "the bundled server exports serveOverStdio");
  // Exported by mcp-main.ts under these types.
  return loaded as ServerProgram;
}

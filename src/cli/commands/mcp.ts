import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Compilation } from "../../compile.js";
import { invariant } from "../../diagnostics/invariant.js";
import type { HttpArguments, RunHttp, ServeTools } from "../../mcp-server/serve-tools.js";
import { readSelection, type ToolSelection } from "../../mcp-server/tool-selection.js";
import type { ServedToolSource } from "../../mcp-server/tool-source.js";
import { modelFor } from "../../model/targets.js";
import type { Model } from "../../model/tool.js";
import type { CompiledTool } from "../../runtime/contract/definition.js";
import type { CompiledPrompt } from "../../runtime/contract/prompt.js";
import type { CompiledResource, ResourceIndex } from "../../runtime/contract/resource.js";
import { exitCode } from "../exit-code.js";
import { requireStdin } from "../io/require-stdin.js";
import type { Terminal } from "../io/terminal.js";
import type { GlobalOptions } from "../options.js";
import { packageRoot } from "../package-root.js";
import { commandLineSettings } from "../project/command-line-settings.js";
import { compileOrReport } from "../project/compile-or-report.js";
import { closestTool, findToolModel } from "../project/find-tool-model.js";
import { moduleLoader } from "../project/load-compiled-tool.js";
import { projectRoot } from "../project/open-project.js";
import { UsageError } from "../usage-error.js";

export interface McpOptions extends GlobalOptions, Partial<HttpArguments> {
  readonly risk?: readonly string[];
  readonly clientAsks?: true;
  /** Names with commas between them. */
  readonly toolsets?: string;
  readonly tools?: string;
  readonly readOnly?: true;
}

/**
 * `toolgen mcp`: serves the current specs, as `generated/mcp/server.cjs` serves the built ones. Ends when the client
 * disconnects, and over HTTP at a signal.
 */
export async function mcp(options: McpOptions, terminal: Terminal): Promise<number> {
  const http = httpArguments(options, terminal.launchDir);
  if (http === undefined) requireStdin(terminal);
  const risk = options.risk && commandLineSettings(options.risk);
  const select = selection(options);
  const compilation = await compileOrReport(options, terminal, ["bin", "mcp"]);
  if (compilation === undefined) return exitCode.failed;
  const log = (line: string) => terminal.err(`toolgen mcp: ${line}\n`);
  const serverOptions = {
    workspace: terminal.launchDir,
    env: terminal.environment,
    log,
    ...(risk && { risk }),
    ...(select && { select }),
    clientAsks: options.clientAsks === true,
  };
  const source = compiledTools(compilation, projectRoot(options, terminal));
  const server = loadServer();
  const ended =
    http === undefined
      ? server.serveOverStdio(source, serverOptions, { input: terminal.stdin.stream, output: terminal.stdout })
      : server.runHttp(source, http, serverOptions);
  await ended.catch((error: unknown) => {
    throw new UsageError(`The server can't start: ${error instanceof Error ? error.message : String(error)}`);
  });
  return exitCode.done;
}

function selection(options: McpOptions): ToolSelection | undefined {
  try {
    return readSelection(options);
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

function httpArguments(options: McpOptions, launchDir: string): HttpArguments | undefined {
  const { http, tokens, tlsCert, tlsKey } = options;
  if (http === undefined) {
    const unused = Object.entries(httpOptions).find(([name]) => name in options);
    if (unused !== undefined) throw new UsageError(`${unused[1]} is for a server over HTTP.`, "Add --http.");
    return undefined;
  }
  const said = Object.entries(httpOptions).flatMap(([name, option]) => {
    const value = options[name as keyof typeof httpOptions];
    return value === undefined ? [] : [{ name, option, value }];
  });
  const empty = said.find(({ value }) => value === "");
  if (empty !== undefined) throw new UsageError(`${empty.option} is empty.`, "Is a variable unset?");
  const files = Object.entries({ tokens, tlsCert, tlsKey }).flatMap(([name, file]) =>
    file === undefined ? [] : [[name, resolve(launchDir, file)]],
  );
  return { http, ...Object.fromEntries(said.map(({ name, value }) => [name, value])), ...Object.fromEntries(files) };
}

interface ServerProgram {
  readonly serveOverStdio: ServeTools;
  readonly runHttp: RunHttp;
}

/** The same program that outputs contain: it includes the MCP SDK, on which this package doesn't depend. */
function loadServer(): ServerProgram {
  const program = fileURLToPath(new URL("dist/assets/mcp-server.cjs", packageRoot));
  const loaded: unknown = createRequire(import.meta.url)(program);
  invariant(typeof loaded === "object" && loaded !== null && "serveOverStdio" in loaded, "the bundled server exports serveOverStdio");
  // Exported by mcp-main.ts under these types.
  return loaded as ServerProgram;
}

/** The tools of a compilation, each loaded on its first call. */
function compiledTools({ model: whole, files }: Compilation, projectDir: string): ServedToolSource {
  const model: Model = { ...modelFor(whole, "mcp"), hosted: [] };
  const textOf = (path: string) => {
    const file = files.find((candidate) => candidate.path === path);
    invariant(file !== undefined, `${path} is generated`);
    return file.text;
  };
  const load = moduleLoader(files, projectDir);
  const listOf = (path: string) => Buffer.from(textOf(path).replaceAll("\n", " "));
  const server = JSON.parse(textOf("mcp/server.json"));
  return {
    server,
    names: () => model.tools.map(({ name }) => name),
    groups: () => ({ toolsets: server.toolsets ?? {}, companions: server.companions ?? {} }),
    list: (form) => listOf(form === "open" ? "mcp/tools-open.json" : "mcp/tools.json"),
    find: (name, hidden = new Set()) => {
      const offered = { ...model, tools: model.tools.filter((tool) => !hidden.has(tool.name)) };
      const found = findToolModel(offered, name);
      if (found === undefined) return { ok: false, message: `There is no tool named '${name}'.${closestTool(offered, name)}` };
      return { ok: true, tool: load(`bin/tools/${found.name}.cjs`), projectDir };
    },
    ...(model.resources.length > 0 && { resources: compiledResources(textOf, { listOf, load, projectDir }) }),
    ...(model.prompts.length > 0 && { prompts: compiledPrompts(model, { listOf, load, projectDir }) }),
    aliases: () => Object.fromEntries(model.tools.flatMap(({ name, nameAliases }) => nameAliases.map((alias) => [alias, name]))),
    scopes: () => model.tools.flatMap(({ definition }) => definition.scopes ?? []),
    audited: () => ({ project: projectDir, isProjects: model.project.audit }),
  };
}

interface CompiledDocuments {
  listOf(path: string): Uint8Array;
  load(path: string): CompiledTool;
  readonly projectDir: string;
}

function compiledPrompts({ prompts }: Model, { listOf, load, projectDir }: CompiledDocuments): NonNullable<ServedToolSource["prompts"]> {
  return {
    list: () => listOf("mcp/prompts.json"),
    find: (name) => {
      if (!prompts.some(({ tool }) => tool.name === name)) return { ok: false, message: `There is no prompt named '${name}'.` };
      // Printed by `promptFiles`.
      return { ok: true, prompt: load(`mcp/prompts/${name}.cjs`) as CompiledPrompt, projectDir };
    },
  };
}

function compiledResources(
  textOf: (path: string) => string,
  { listOf, load, projectDir }: CompiledDocuments,
): NonNullable<ServedToolSource["resources"]> {
  // Printed by `resourceFiles`.
  const index = JSON.parse(textOf("mcp/resource-index.json")) as ResourceIndex;
  return {
    list: () => listOf("mcp/resources.json"),
    listTemplates: () => listOf("mcp/resource-templates.json"),
    index: () => index,
    find: (name) => ({ ok: true, resource: load(`mcp/resources/${name}.cjs`) as CompiledResource, projectDir }),
  };
}

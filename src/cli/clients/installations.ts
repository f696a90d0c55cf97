import { realpathSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { decideTool, possibleDecisions } from "../../call/decide-tool.js";
import { writesPaths } from "../../call/paths.js";
import { riskSettingsFor, type Settings } from "../../call/risk-settings.js";
import { settingsFiles } from "../../clients/agent-clients.js";
import type { AgentClient, Installation, InstallationScope, Machine, SettingsFile } from "../../clients/client.js";
import { isHook } from "../../clients/client-hook.js";
import { entryIn, holdsAny } from "../../clients/install-pieces.js";
import { hasMark, isServer } from "../../clients/piece.js";
import { cacheKey } from "../../compiler/build-stamp.js";
import { type CheckSources, checkSources } from "../../compiler/check.js";
import { checkCacheFolder, openCheckCache } from "../../compiler/check-cache.js";
import { compile } from "../../compiler/compile.js";
import { type Model, modelFor } from "../../compiler/model.js";
import type { ToolModel } from "../../compiler/tool-model.js";
import { isError } from "../../contract/diagnostic.js";
import { formatDiagnostics } from "../../contract/format-diagnostics.js";
import type { Host } from "../../contract/host.js";
import { readAssets, readBuildId } from "../../contract/node-host.js";
import { type GlobalOptions, packageRoot, UsageError } from "../command.js";
import { userSettings } from "../io/input.js";
import { withinTime } from "../io/slow-work.js";
import type { Terminal } from "../io/terminal.js";
import { openProject, projectRoot } from "../project/open-project.js";
import { readSettingsFile, SettingsFileError } from "./read-settings-file.js";

/** A project's installation, for either scope. */
export type Installations = Readonly<Record<InstallationScope, Installation>>;

/**
 * Compiles the project for its installation. The project's files contain the project's own decisions, the user's files
 * also those of the user's settings. Returns `undefined` if the specs have errors, which are reported; uninstalling
 * doesn't need valid specs.
 */
export async function openInstallations(
  options: GlobalOptions,
  terminal: Terminal,
  { despiteErrors = false }: { readonly despiteErrors?: boolean } = {},
): Promise<Installations | undefined> {
  const host = await openProject(options, terminal);
  const assets = await readAssets(packageRoot);
  const check = await cachedCheck(host);
  const [{ model }, diagnostics] = await withinTime(options, terminal, () =>
    compile(host, assets, { targets: [], handlers: "leave", check }),
  );
  const errors = diagnostics.filter(isError);
  if (errors.length > 0 && !despiteErrors) {
    terminal.err(formatDiagnostics(errors, { color: terminal.color.err }));
    return undefined;
  }
  return installationsOf(model, projectRoot(options, terminal), terminal);
}

/** Checks specs with the results of the last build, which comes before an installation. */
async function cachedCheck(host: Host): Promise<CheckSources> {
  if ((await checkCacheFolder(host)).length > 0) return checkSources;
  const build = await cacheKey(host, readBuildId(packageRoot));
  return (await openCheckCache(host, { build, check: checkSources })).check;
}

/** The installations of a compiled project. */
export function installationsOf(model: Model, projectDir: string, terminal: Terminal): Installations {
  const { tools, project } = modelFor(model, "mcp");
  const machine = thisMachine(terminal);
  const of = (settings: Settings): Installation => ({
    server: project.server,
    output: project.output,
    projectDir,
    tools: tools.map((tool) => decisionOn(tool, settings)),
    variables: variablesOf(tools),
    machine,
    hooks: false,
  });
  return { project: of({ confirm: {}, overrides: {} }), user: of(userSettings(terminal)) };
}

function thisMachine({ environment }: Terminal): Machine {
  const { HOME: home } = environment;
  if (home === undefined || home === "") throw new UsageError("HOME isn't set, so there is no folder for a user's settings.");
  if (!isAbsolute(home)) throw new UsageError(`HOME is '${home}', which isn't an absolute path.`, "Set it to your home folder.");
  return { home, platform: process.platform === "darwin" ? "darwin" : "linux", environment, node: process.execPath };
}

function decisionOn(tool: ToolModel, settings: Settings) {
  const { definition, name } = tool;
  const user = riskSettingsFor(settings, tool);
  const { decision } = decideTool(definition, { user });
  return {
    tool: name,
    decision,
    possible: possibleDecisions(definition, { user }),
    writes: writesPaths(definition),
    toolsets: tool.toolsets,
  };
}

/**
 * A client may start the server with only a few variables of the environment. A name that ends in `*` stands for many,
 * and can't be passed on.
 */
function variablesOf(tools: readonly ToolModel[]): readonly string[] {
  const names = tools.flatMap(({ definition }) => [...Object.keys(definition.secrets ?? {}), ...definition.env.pass]);
  return [...new Set(names)].filter((name) => !name.endsWith("*")).sort();
}

/**
 * Returns the installation with the hook of a client, if it has one and is to have it. Without a hook, a client that
 * decides by tool asks about each call of a tool that writes files: some files always need a confirmation, and neither
 * a rule about the tool nor the server, which leaves questions to the client, would ask about these.
 */
export function withHook(installation: Installation, client: AgentClient, wanted: boolean): Installation {
  const hooks = wanted && client.hook !== undefined;
  if (hooks || client.confirmationSide === "server") return { ...installation, hooks };
  const tools = installation.tools.map((tool) => (tool.writes && tool.decision === "allow" ? { ...tool, decision: "ask" as const } : tool));
  return { ...installation, hooks, tools };
}

/** Looks whether the client's settings start the project's hook, also in an earlier form. */
export function hasInstalledHook(client: AgentClient, scope: InstallationScope, installation: Installation): boolean {
  return filesOf(client, scope, installation).some(({ file, text }) =>
    [...file.pieces, ...(file.earlier ?? [])].filter(isHook).some((piece) => holdsAny({ text, syntax: file.syntax }, piece)),
  );
}

/**
 * Returns true if an installation should have the hook: as requested, or as it has it now, or by the client's default.
 */
export function wantsHook(
  client: AgentClient,
  scope: InstallationScope,
  { requested, installations }: { readonly requested: boolean | undefined; readonly installations: Installations },
): boolean {
  if (requested !== undefined || client.hook === undefined) return requested === true;
  const installation = installations[scope];
  return hasServer(client, scope, installation) ? hasInstalledHook(client, scope, installation) : client.hook.isDefault;
}

const hasServer = (client: AgentClient, scope: InstallationScope, installation: Installation) =>
  filesOf(client, scope, installation).some(({ file, text }) =>
    [...file.pieces, ...(file.earlier ?? [])].some(
      (piece) => isServer(piece) && hasMark(entryIn({ text, syntax: file.syntax }, piece), piece),
    ),
  );

/** The settings files of a client with their texts. A file that can't be read holds nothing. */
function filesOf(client: AgentClient, scope: InstallationScope, installation: Installation) {
  const files = filesFor(client, scope, withHook(installation, client, true)) ?? [];
  return files.map((file) => ({ file, text: textOr(file, installation) }));
}

/** The settings files of a client in this scope, with what the project wrote under an earlier name of its server. */
export const filesFor = (client: AgentClient, scope: InstallationScope, installation: Installation): readonly SettingsFile[] | undefined =>
  settingsFiles(client, scope, installation, (file) => textOr(file, installation));

/** Reports whether a client reads the project's files. Most don't say which folders their user trusts. */
export function isTrusted({ trust }: AgentClient, installation: Installation): boolean {
  if (trust === undefined) return true;
  return trust.holds(textOr({ path: trust.file(installation.machine) }, installation), realpathSync(installation.projectDir));
}

/** The text of a settings file. One that can't be read counts as none. */
export function textOr(file: Pick<SettingsFile, "path">, installation: Pick<Installation, "projectDir">): string | undefined {
  try {
    return readInstalled(file, installation);
  } catch (error) {
    if (error instanceof SettingsFileError) return undefined;
    throw error;
  }
}

/** The text of a settings file; `undefined` if there is none. */
export const readInstalled = (
  { path }: Pick<SettingsFile, "path">,
  { projectDir }: Pick<Installation, "projectDir">,
): string | undefined => (isAbsolute(path) ? readSettingsFile(path, undefined) : readSettingsFile(join(projectDir, path), projectDir));

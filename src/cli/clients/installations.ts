import { isAbsolute } from "node:path";
import { cacheKey } from "../../cache/cache-folder.js";
import { openCheckCache } from "../../cache/check-cache.js";
import { checkCacheFolder } from "../../cache/check-cache-folder.js";
import { type CheckSources, checkSources } from "../../check/check.js";
import type { Installation, InstallationScope, Machine } from "../../clients/client.js";
import { compile } from "../../compile.js";
import { isError } from "../../diagnostics/diagnostic.js";
import { formatDiagnostics } from "../../diagnostics/format.js";
import type { Host } from "../../host.js";
import { modelFor } from "../../model/built-targets.js";
import type { Model, ToolModel } from "../../model/tool.js";
import { readAssets, readBuildId } from "../../node-host.js";
import { writesPaths } from "../../runtime/paths/writes-paths.js";
import { decideTool, possibleDecisions } from "../../runtime/policy/decide-tool.js";
import { riskSettingsFor, type Settings } from "../../runtime/policy/read-settings.js";
import { userSettings } from "../commands/policy.js";
import type { Terminal } from "../io/terminal.js";
import { withinTime } from "../io/within-time.js";
import type { GlobalOptions } from "../options.js";
import { packageRoot } from "../package-root.js";
import { openProject, projectRoot } from "../project/open-project.js";
import { UsageError } from "../usage-error.js";

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
  return { tool: name, decision, possible: possibleDecisions(definition, { user }), writes: writesPaths(definition) };
}

/**
 * A client may start the server with only a few variables of the environment. A name that ends in `*` stands for many,
 * and can't be passed on.
 */
function variablesOf(tools: readonly ToolModel[]): readonly string[] {
  const names = tools.flatMap(({ definition }) => [...Object.keys(definition.secrets ?? {}), ...definition.env.pass]);
  return [...new Set(names)].filter((name) => !name.endsWith("*")).sort();
}

import { join, relative, sep } from "node:path";
import type { ClientId } from "../../clients/client-ids.js";
import { recordingHost } from "../../compiler/build-stamp.js";
import { compile } from "../../compiler/compile.js";
import { configFile } from "../../compiler/config.js";
import { firstToolName, specFolder, specPath } from "../../compiler/scaffold.js";
import type { ToolModel } from "../../compiler/tool-model.js";
import { isError } from "../../contract/diagnostic.js";
import { printable } from "../../contract/display-text.js";
import { formatDiagnostics } from "../../contract/format-diagnostics.js";
import { readAssets } from "../../contract/node-host.js";
import { ignoresFolder } from "../../import/find-proposals.js";
import { type Installations, installationsOf, openInstallations } from "../clients/installations.js";
import { shownPath } from "../clients/plan-changes.js";
import { exitCode, type GlobalOptions, packageRoot, packageVersion } from "../command.js";
import { describePlan, type Outcome, outcomeFacts, outcomeText } from "../init/describe-plan.js";
import { type ChoiceOptions, choicesWithoutAsking, type DetectedProject, detectProject, givenChoices } from "../init/detect-project.js";
import { installClients, openProjectFolders, planClientFiles, planFiles } from "../init/plan-files.js";
import { withinTime } from "../io/slow-work.js";
import type { Terminal } from "../io/terminal.js";
import { committedSources, findNeighbours, ignoredByGit, unignoreLines } from "../project/neighbours.js";
import { openProject, projectRoot } from "../project/open-project.js";
import { invocation, readText } from "../project/project-packages.js";
import { findSchemas, writeSchemas } from "../project/schema-location.js";

export interface InitRequest extends GlobalOptions, ChoiceOptions {
  readonly dryRun?: true;
  readonly json?: true;
}

/** `toolgen init`: starts a project in a folder, or adds the missing files. No existing file is replaced. */
export async function init(options: InitRequest, terminal: Terminal): Promise<number> {
  // A project starts in the current folder, also inside another project.
  const request = { ...options, project: options.project ?? "." };
  const host = await openProject(request, terminal);
  const projectDir = projectRoot(request, terminal);
  const above = projectRoot({}, terminal);
  if (options.project === undefined && above !== projectDir)
    terminal.err(`This folder is part of the project in ${above}. It becomes a project of its own.\n`);
  const assets = await readAssets(packageRoot);
  const recording = recordingHost(host);
  const [{ model }, diagnostics] = await withinTime(options, terminal, () =>
    compile(recording.host, assets, { targets: [], handlers: "leave" }),
  );
  const broken = diagnostics.filter((one) => isError(one) && one.path === configFile);
  if (broken.length > 0) {
    terminal.err(formatDiagnostics(broken, { color: terminal.color.err }));
    return exitCode.failed;
  }
  const detected = withoutOwn(detectProject(projectDir, terminal.environment), model.tools);
  const givenAnswers = givenChoices(request, detected);
  const asks = terminal.isInteractive && !request.yes && !request.json && !request.dryRun;
  const ask = asks ? await import("../init/ask-choices.js") : undefined;
  const choices = ask === undefined ? choicesWithoutAsking(givenAnswers) : await ask.askChoices(detected, givenAnswers);

  const schemas = findSchemas(projectDir);
  const command = invocation(projectDir, terminal.environment, detected.project);
  const folders = openProjectFolders({ projectDir, repositoryRoot: detected.repository?.root });
  const hasSpecs = diagnostics.every(({ code }) => code !== "no-specs");
  const newTools = [...(hasSpecs ? [] : [firstToolName]), ...choices.tools.map(({ name }) => name)];
  const installations = choices.clients.length === 0 ? undefined : withTools(installationsOf(model, projectDir, terminal), newTools);
  const { output } = model.project;
  const repositoryRoot = detected.repository?.root ?? projectDir;
  // A line for the folder itself is its author's decision, about which the plan warns.
  const ignoresOutput = ignoresFolder(readText(join(projectDir, ".gitignore")) ?? "", output);
  const sources = [...committedSources(recording.marks.keys(), output), specPath(specFolder(model.project.specs[0] ?? ""), firstToolName)];
  const neighbours = findNeighbours({ projectDir, repositoryRoot, output }).filter(({ isSet }) => !isSet);
  const files = await planFiles({
    unignored: await unignored(projectDir, terminal, { output, ignoresOutput, sources }),
    lists: neighbours
      .filter(({ isList }) => isList)
      .map(({ name, folder, file, line }) => ({ name, line, path: relative(repositoryRoot, join(folder, file)).split(sep).join("/") })),
    project: model.project,
    choices,
    schemas,
    hasSpecs,
    hasPackages: detected.packages !== undefined,
    job: jobOf(detected, command),
    clientFiles: installations === undefined ? [] : planClientFiles(choices.clients, installations, terminal.environment),
    read: folders.read,
  });
  const shown = describePlan(files, folders.shown);
  if (ask !== undefined && !(await ask.askToWrite(shown))) return cancelled(terminal);
  if (!request.dryRun) {
    for (const file of files) if (file.action !== "keep") await folders.write(file);
    await writeSchemas(host, schemas);
  }
  // Not before: a file that can't be written isn't listed.
  if (ask === undefined && !request.json) terminal.out(shown);
  if (!request.dryRun && choices.clients.length > 0 && !(await setUpClients(choices.clients, request, terminal))) return exitCode.failed;
  const buildsForPi =
    choices.clients.includes("pi") &&
    !request.dryRun &&
    !files.some(({ path, text, action }) => path === configFile && action === "keep" && text !== undefined);
  // pi reads a package of the project, which must exist when it starts.
  if (buildsForPi && (await buildNow(request, terminal)) !== exitCode.done) return exitCode.failed;
  const others = detected.proposals.filter((proposal) => !choices.tools.includes(proposal));
  const named = neighbours.filter(({ isList }) => !isList);
  const notes = [...detected.notes, ...named.map(({ name, file, line }) => `${name} reads generated files too. In ${file}, add: ${line}`)];
  const outcome: Outcome = { files, choices, others, notes, command, isDry: request.dryRun === true, install: installCommand(detected) };
  terminal.out(request.json ? `${JSON.stringify(outcomeFacts(outcome, folders.shown), null, 2)}\n` : outcomeText(outcome));
  return exitCode.done;
}

async function buildNow(request: InitRequest, terminal: Terminal): Promise<number> {
  const { build } = await import("./build.js");
  return build({ ...request, format: "pretty" }, request.json ? { ...terminal, out: () => {} } : terminal);
}

interface Committed {
  readonly output: string;
  readonly ignoresOutput: boolean;
  readonly sources: readonly string[];
}

/** Patterns such as `bin/`, as a repository of another language has, would leave files out of a clone. */
async function unignored(folder: string, terminal: Terminal, { output, ignoresOutput, sources }: Committed): Promise<readonly string[]> {
  const git = { folder, environment: terminal.environment, signal: new AbortController().signal };
  const outputs = ignoresOutput ? [] : committedOutputs.map((path) => `${output}/${path}`);
  return unignoreLines(await ignoredByGit(git, [...outputs, ...sources]), output);
}

/** Outputs of each folder and kind of file. */
const committedOutputs = [
  ".gitattributes",
  "bin/call",
  "bin/hook",
  "bin/call.cjs",
  "bin/package.json",
  "bin/tools.json",
  "LICENCES.txt",
  "sbom.cdx.json",
  "bin/tools/one.cjs",
  "mcp/server.cjs",
  "mcp/serve.cjs",
  "tools/one.ts",
  "tools/index.js",
  "gemini/settings.json",
  "gemini/policies/one.toml",
  "docs/tools.md",
  "docs/index.html",
  "providers/openai.json",
];

/** Adds tools whose specs aren't written yet, so that no settings file is taken for one that needs nothing. */
function withTools({ project, user }: Installations, names: readonly string[]): Installations {
  const tools = names.map((tool) => ({ tool, decision: "allow", possible: ["allow"], writes: false }) as const);
  return { project: { ...project, tools: [...project.tools, ...tools] }, user };
}

/** Installs the tools that are there now in the settings of clients. */
async function setUpClients(ids: readonly ClientId[], request: InitRequest, terminal: Terminal): Promise<boolean> {
  const installations = await openInstallations(request, terminal);
  if (installations === undefined) {
    terminal.err(`No client was set up. Correct the specs, and run 'toolgen install ${ids.join(" ")}'.\n`);
    return false;
  }
  const refusals = await installClients(ids, installations, terminal.environment);
  for (const refusal of refusals) terminal.err(`${printable(`${shownPath(refusal)} ${refusal.problem}.`)}\n`);
  return refusals.length === 0;
}

function cancelled(terminal: Terminal): number {
  terminal.err("Cancelled: nothing was written.\n");
  return exitCode.failed;
}

/** Removes proposals that the project's own specs declare already. */
function withoutOwn(detected: DetectedProject, tools: readonly ToolModel[]): DetectedProject {
  const own = new Set(tools.flatMap(({ name, nameAliases }) => [name, ...nameAliases]).map((name) => name.toLowerCase()));
  return { ...detected, proposals: detected.proposals.filter(({ name }) => !own.has(name)) };
}

/** A project with toolgen among its packages checks with that; another with this version. */
const jobOf = ({ repository, packages, project: { dependsOnToolgen } }: DetectedProject, command: string) => ({
  directory: repository?.directory ?? ".",
  packages: dependsOnToolgen ? packages : undefined,
  toolgen: dependsOnToolgen ? command : `npx --yes toolgen@${packageVersion()}`,
});

/** The command that adds toolgen to the project's packages, if it is missing from them. */
const installCommand = ({ packages, project: { dependsOnToolgen, manager } }: DetectedProject) =>
  packages === undefined || dependsOnToolgen ? undefined : `${adders[manager]} toolgen`;

const adders = { npm: "npm install -D", pnpm: "pnpm add -D", yarn: "yarn add -D", bun: "bun add -d" } as const;

import { resolve } from "node:path";
import { stopBackground, UnusableFolderError } from "../../call/background-tasks.js";
import { sandboxProblem } from "../../call/sandbox.js";
import { isManagedSecret } from "../../call/user-settings.late.js";
import { agentClients } from "../../clients/agent-clients.js";
import type { AgentClient, Installation, InstallationScope } from "../../clients/client.js";
import { recordingHost } from "../../compiler/build-stamp.js";
import { type Compilation, compile } from "../../compiler/compile.js";
import { type Model, modelFor, type ProjectModel, runnableTools } from "../../compiler/model.js";
import type { ToolModel } from "../../compiler/tool-model.js";
import { findStaleOutputs, planWrites } from "../../compiler/write-plan.js";
import type { Result } from "../../contract/diagnostic.js";
import type { Host } from "../../contract/host.js";
import { readAssets } from "../../contract/node-host.js";
import { filesFor, installationsOf } from "../clients/installations.js";
import { isOnPath, lookAtClient } from "../clients/look-at-client.js";
import { isInstalledHere } from "../clients/memory.js";
import { exitCode, type GlobalOptions, packageRoot, packageVersion, UsageError } from "../command.js";
import { diagnoseGeminiProgram, diagnoseGeminiTrust, diagnoseGeminiUnattended } from "../doctor/diagnose-gemini.js";
import {
  diagnoseNode,
  diagnosePlatform,
  diagnoseProgram,
  diagnoseSandbox,
  diagnoseSecrets,
  neededPrograms,
  platformOf,
  sandboxedTools,
} from "../doctor/diagnose-programs.js";
import {
  diagnoseClients,
  diagnoseCompiler,
  diagnoseExecutable,
  diagnoseIgnored,
  diagnoseListing,
  diagnoseNeighbours,
  diagnoseOutputs,
  diagnoseServers,
  diagnoseSpecs,
  diagnoseTargets,
} from "../doctor/diagnose-project.js";
import { type Finding, formatFindings } from "../doctor/finding.js";
import { diagnoseGeminiSettings, lookAtSettings, lookAtTrust } from "../doctor/gemini-settings.js";
import { type Looking, lookAtNode, lookAtProgram, lookingFrom, printedBy, probeOnPath } from "../doctor/look-at-program.js";
import { compareServers } from "../import/compare-servers.js";
import { toolCount } from "../io/format-text.js";
import { interruptible } from "../io/interruptible.js";
import { showSlowWork, withinTime } from "../io/slow-work.js";
import type { Terminal } from "../io/terminal.js";
import { committedSources, findNeighbours, ignoredByGit, repositoryRootOf } from "../project/neighbours.js";
import { openProject, projectRoot } from "../project/open-project.js";
import { invocation } from "../project/project-packages.js";

/**
 * `toolgen doctor`: reports problems on this machine that keep a client from the tools, and how to solve them. Changes
 * nothing.
 */
export async function doctor(
  options: GlobalOptions & { readonly json?: true; readonly clean?: true },
  terminal: Terminal,
): Promise<number> {
  if (options.clean) return clean(options, terminal);
  const host = await openProject(options, terminal);
  return interruptible(async (signal) => {
    const recording = recordingHost(host);
    const looking = lookingFrom({ projectDir: projectRoot(options, terminal), env: terminal.environment, signal });
    const examined = showSlowWork(terminal, "Checking this machine…", async () =>
      examine(host, {
        looking,
        terminal,
        compiled: await withinTime(options, terminal, async () => compile(recording.host, await readAssets(packageRoot))),
        read: recording.marks,
      }),
    );
    const findings = await examined.catch((error: unknown) => {
      // Programs that are being asked for their version end with this process.
      if (!signal.aborted) throw error;
      return [];
    });
    if (signal.aborted) return exitCode.failed;
    terminal.out(options.json ? `${JSON.stringify(findings, null, 2)}\n` : formatFindings(findings, { color: terminal.color.out }));
    return findings.some(({ status }) => status === "error") ? exitCode.failed : exitCode.done;
  });
}

/** `--clean`: ends what this project's tools have left running. */
async function clean(options: GlobalOptions & { readonly json?: true }, terminal: Terminal): Promise<number> {
  const projectDir = projectRoot(options, terminal);
  return interruptible(async (signal) => {
    const stopped = await stopBackground({ projectDir, env: terminal.environment, signal }).catch((error: unknown) => {
      if (error instanceof UnusableFolderError) return error;
      throw error;
    });
    if (stopped instanceof UnusableFolderError) {
      terminal.err(`toolgen: Background programs can't be found: ${stopped.message}.\n`);
      return exitCode.failed;
    }
    const lines = stopped.map(({ tool, workspace }) => `Stopped ${tool} in ${workspace}.\n`);
    if (options.json) terminal.out(`${JSON.stringify({ stopped }, null, 2)}\n`);
    else terminal.out(lines.length === 0 ? "No background program of this project runs.\n" : lines.join(""));
    return exitCode.done;
  });
}

/** A server may have to be installed first; then it isn't compared. */
const mostOfServers = 20_000;

interface Examination {
  readonly looking: Looking;
  readonly terminal: Terminal;
  readonly compiled: Result<Compilation>;
  /** The paths that it has read. */
  readonly read: ReadonlyMap<string, string>;
}

async function examine(host: Host, { looking, terminal, compiled, read }: Examination): Promise<readonly Finding[]> {
  const command = invocation(looking.projectDir, looking.env);
  const [{ model, files }, diagnostics] = compiled;
  const { output } = model.project;
  const compiler = diagnoseCompiler(packageVersion(), model.project.compilers, diagnostics);
  const node = diagnoseNode(await lookAtNode(looking));
  // Specs for another compiler can't be judged by this one.
  if (compiler.status === "error") return [...node, compiler];
  const specs = diagnoseSpecs(diagnostics, { tools: toolCount(model), command });
  return [
    ...node,
    compiler,
    specs,
    ...(specs.status === "ok" ? [await outputs(host, { output, project: model.project, files, command })] : []),
    ...(await surroundings(looking, {
      output,
      paths: [...committedSources(read.keys(), output), ...files.map(({ path }) => `${output}/${path}`)],
    })),
    ...diagnoseExecutable(await clientPrograms(host, output)),
    ...(await programs(runnableTools(model), looking)),
    ...diagnoseTargets(model),
    ...diagnoseServers(await compareServers({ model, host, projectDir: looking.projectDir, mostMs: mostOfServers }, terminal), command),
    ...(await gemini(modelFor(model, "gemini").tools, model.project, looking)),
    ...(await installedClients(model, { looking, terminal, command })),
  ];
}

async function installedClients(
  model: Model,
  { looking, terminal, command }: Pick<Examination, "looking" | "terminal"> & { readonly command: string },
) {
  try {
    const installations = installationsOf(model, looking.projectDir, terminal);
    const states = agentClients.map((client) => lookAtClient(client, installations));
    const findings = [...diagnoseClients(states, command)];
    // One after the other: each starts a client.
    for (const { client, headless } of states)
      for (const scope of ["project", "user"] as const) {
        // The project's files may be a stranger's: what they install doesn't start a client.
        const isOwn = headless[scope] && isRemembered(client, scope, installations[scope]);
        const words = isOwn ? client.headless?.listing : undefined;
        if (words === undefined || !isOnPath(words[0] ?? "", looking.env)) continue;
        const { server } = installations[scope];
        findings.push(diagnoseListing({ label: client.label, words, server }, await printedBy(words, looking)));
      }
    return findings;
  } catch (error) {
    // Without a home folder, or if the user's settings can't be read, installations are unknown.
    if (error instanceof UsageError) return [];
    throw error;
  }
}

/** Returns true if this user has installed the project in a client here. */
const isRemembered = (client: AgentClient, scope: InstallationScope, installation: Installation) =>
  filesFor(client, scope, installation)?.some((file) =>
    isInstalledHere(installation.machine.environment, {
      client: client.id,
      file: resolve(installation.projectDir, file.path),
      projectDir: installation.projectDir,
    }),
  );

async function outputs(
  host: Host,
  { command, ...input }: Omit<Parameters<typeof planWrites>[1], "compiler"> & { readonly command: string },
): Promise<Finding> {
  const [planned, obstacles] = await planWrites(host, { ...input, compiler: packageVersion() });
  return diagnoseOutputs(input.output, { obstacles, drift: findStaleOutputs(planned), command });
}

async function surroundings(
  { projectDir, env, signal }: Looking,
  { output, paths }: { readonly output: string; readonly paths: readonly string[] },
): Promise<readonly Finding[]> {
  const ignored = await ignoredByGit({ folder: projectDir, environment: env, signal }, paths);
  const neighbours = findNeighbours({ projectDir, repositoryRoot: repositoryRootOf(projectDir), output });
  return [...diagnoseIgnored(output, ignored), ...diagnoseNeighbours(output, neighbours)];
}

async function clientPrograms(host: Host, output: string) {
  const paths = [`${output}/bin/call`, `${output}/bin/discover`];
  return Promise.all(paths.map(async (path) => ({ path, executable: (await host.stat(path))?.executable })));
}

async function programs(tools: readonly ToolModel[], looking: Looking): Promise<readonly Finding[]> {
  const platform = platformOf(looking.platform);
  const findings: Finding[] = [...diagnosePlatform(tools, platform)];
  // One after the other: each may be slow to start, and concurrently they could miss the time limit.
  for (const needed of neededPrograms(tools, platform)) findings.push(diagnoseProgram(needed, await lookAtProgram(needed, looking)));
  const isSet = (name: string) => (looking.env[name] ?? "") !== "" || isManagedSecret(name, looking.env);
  findings.push(...diagnoseSecrets(tools, isSet));
  const sandboxed = sandboxedTools(tools, platform);
  if (sandboxed.length > 0) findings.push(diagnoseSandbox(sandboxed, sandboxProblem({ cwd: looking.projectDir, env: looking.programEnv })));
  return findings;
}

async function gemini(tools: readonly ToolModel[], { output }: ProjectModel, looking: Looking): Promise<readonly Finding[]> {
  const files = lookAtSettings(looking);
  const { findings, connected, policy } = diagnoseGeminiSettings({ ...files, projectDir: looking.projectDir, output });
  return [
    diagnoseGeminiProgram(await probeOnPath("gemini", looking)),
    ...findings,
    ...(files.project.kind === "absent" ? [] : [diagnoseGeminiTrust(lookAtTrust(files.user, looking))]),
    ...(connected && policy ? diagnoseGeminiUnattended(tools) : []),
  ];
}

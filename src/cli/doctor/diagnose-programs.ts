import satisfies from "semver/functions/satisfies.js";
import { definitionOn, isAbsentOn } from "../../call/execute-call.js";
import type { PlatformName, Requirement, ToolModel } from "../../compiler/tool-model.js";
import { runExternal } from "../io/run-external.js";
import { error, type Finding, ok, type Status, someOf, warning } from "./finding.js";

/** A program that tools run or require. One with a path belongs to the project and is relative to its root. */
export interface NeededProgram {
  readonly program: string;
  readonly tools: readonly string[];
  readonly requirements: readonly Requirement[];
}

interface DoctorPlatform {
  readonly name: PlatformName;
  readonly node: NodeJS.Platform;
}

/** A platform without a name in specs is treated as the most similar one. */
export function platformOf(node: NodeJS.Platform): DoctorPlatform {
  return { name: node === "darwin" ? "macos" : node === "win32" ? "windows" : "linux", node };
}

/** Every program that the tools need on a platform, by name. Tools that don't run there need none. */
export function neededPrograms(tools: readonly ToolModel[], platform: DoctorPlatform): readonly NeededProgram[] {
  const needs = new Map<string, { readonly tools: Set<string>; readonly requirements: Requirement[] }>();
  const add = (program: string, tool: string, requirement?: Requirement) => {
    const need = needs.get(program) ?? { tools: new Set(), requirements: [] };
    need.tools.add(tool);
    if (requirement !== undefined) need.requirements.push(requirement);
    needs.set(program, need);
  };
  for (const tool of tools.filter(({ definition }) => !isAbsentOn(definition, platform.node))) {
    const { command, specDir } = definitionOn(tool.definition, platform.node);
    if (command === undefined) continue;
    const server = tool.definition.mcp?.server.command;
    if (server !== undefined) add(/[\\/]/.test(server) ? `./${server}` : server, tool.name);
    if (command.handler === undefined) add(command.specDir ? `./${specDir}/${command.program}` : command.program, tool.name);
    for (const requirement of tool.requires[platform.name]) add(requirement.program, tool.name, requirement);
  }
  const sorted = [...needs].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([program, { tools, requirements }]) => ({ program, tools: [...tools], requirements }));
}

/** The arguments that print a program's version. A program is started only if a range must be checked. */
export const versionArguments = ({ requirements }: NeededProgram): readonly (readonly string[])[] => [
  ...new Map(requirements.filter(({ range }) => needsVersion(range)).map(({ args }) => [args.join("\0"), args])).values(),
];

const needsVersion = (range: string | undefined): range is string => range !== undefined && range !== "*";

export interface ProgramFacts {
  /** Its absolute path, or why it can't be started. */
  readonly found: { readonly path: string } | { readonly problem: string };
  /** Its output for each of `versionArguments`. */
  readonly probes: readonly { readonly args: readonly string[]; readonly probe: Probe }[];
}

/** Checks whether a program is installed, and new enough for every tool that declares a range. */
export function diagnoseProgram(needed: NeededProgram, { found, probes }: ProgramFacts): Finding {
  const { program, requirements } = needed;
  const check = `program ${program}`;
  const users = `${someOf(needed.tools)} ${needed.tools.length === 1 ? "needs" : "need"} it`;
  const help = installation(needed);
  if ("problem" in found) return error(check, `${found.problem} (${users}.)`, help);
  const probeFor = (args: readonly string[]) => probes.find((one) => one.args.join("\0") === args.join("\0"))?.probe;
  const findings = requirements.flatMap(({ range, args }) => (needsVersion(range) ? [diagnoseRange(range, args, probeFor(args))] : []));
  const worst = findings.find(({ status }) => status === "error") ?? findings.find(({ status }) => status === "warning");
  if (worst?.status === "error") return error(check, `${program} ${worst.message} (${users}.)`, help);
  if (worst?.status === "warning")
    return warning(
      check,
      `${program} ${worst.message} (${users}.)`,
      `Run \`${program} ${worst.args.join(" ")}\`, and see \`args\` of \`requires\`.`,
    );
  const versions = [...new Set(findings.map(({ version }) => version))].filter((version) => version !== undefined);
  return ok(check, `${[found.path, ...versions].join(" ")} (${users}).`);
}

interface RangeFinding {
  readonly status: Status;
  readonly message: string;
  readonly args: readonly string[];
  readonly version: string | undefined;
}

function diagnoseRange(range: string, args: readonly string[], probeFor: Probe | undefined): RangeFinding {
  if (probeFor?.kind === "version") {
    const { version } = probeFor;
    return isVersionWithin(version, range)
      ? { status: "ok", message: "", args, version }
      : { status: "error", message: `is ${version}, and ${range} is needed.`, args, version };
  }
  const message = probeFor?.kind === "slow" ? "didn't print its version within 5 s" : "doesn't print its version";
  return { status: "warning", message: `${message}, and ${range} is needed.`, args, version: undefined };
}

function installation({ program, requirements }: NeededProgram): string {
  const probeFor = [...new Set(requirements.flatMap(({ install }) => install ?? []))];
  if (probeFor.length > 0) return probeFor.join("; or ");
  if (program.includes("/")) return "Restore the file beside its spec, and make it executable.";
  return `Install ${program}, or put its folder on PATH. A spec can say how: \`requires: { ${program}: { install: … } }\`.`;
}

/** The secrets of tools that neither the environment nor a manager has. A client may set them itself. */
export function diagnoseSecrets(tools: readonly ToolModel[], isSet: (name: string) => boolean): readonly Finding[] {
  const names = [...new Set(tools.flatMap(({ definition }) => Object.keys(definition.secrets ?? {})))].sort();
  return names
    .filter((name) => !isSet(name))
    .map((name) => {
      const users = tools.filter(({ definition }) => Object.hasOwn(definition.secrets ?? {}, name)).map((tool) => tool.name);
      const message = `${name} is not set here (${someOf(users)} ${users.length === 1 ? "needs" : "need"} it).`;
      const help = "Set it where the client is started, or name the command that prints it under `secrets` in your own settings.";
      return warning(`secret ${name}`, message, help);
    });
}

/** The tools that clients are shown here and that don't run here. */
export function diagnosePlatform(tools: readonly ToolModel[], platform: DoctorPlatform): readonly Finding[] {
  const absent = tools.filter(({ definition }) => isAbsentOn(definition, platform.node)).map(({ name }) => name);
  if (absent.length === 0) return [];
  const message = `According to their specs, these don't run on ${platform.name}, though clients are shown them: ${someOf(absent)}.`;
  return [warning("platform", message, "Nothing to do if this is intended: their calls are refused.")];
}

const check = "node";

export interface NodeFacts {
  /** The version that runs toolgen, and the required range. */
  readonly own: string;
  readonly range: string;
  /** The version of `node` on PATH, which starts generated programs; `undefined` if there is none. */
  readonly onPath: Probe | undefined;
}

/** Checks whether the Node that runs toolgen, and the one that runs generated programs, are new enough. */
export function diagnoseNode({ own, range, onPath }: NodeFacts): readonly Finding[] {
  const help = `Install Node ${range}: https://nodejs.org`;
  const mine = isVersionWithin(own, range) ? [] : [error(check, `Node ${own} runs toolgen, which needs ${range}.`, help)];
  if (onPath === undefined) {
    return [...mine, error(check, "There is no node on PATH: generated/bin/call and generated/bin/discover are started by it.", help)];
  }
  if (onPath.kind !== "version") return [...mine, error(check, "The node on PATH doesn't print its version.", help)];
  if (!isVersionWithin(onPath.version, range)) {
    return [...mine, error(check, `The node on PATH is ${onPath.version}, and generated programs need ${range}.`, help)];
  }
  return mine.length > 0 ? mine : [ok(check, `Node ${own}, and ${onPath.version} on PATH (${range}).`)];
}

/** The tools that run in a sandbox on a platform. */
export function sandboxedTools(tools: readonly ToolModel[], platform: DoctorPlatform): readonly string[] {
  return tools
    .filter(({ definition }) => definition.sandbox !== undefined && !isAbsentOn(definition, platform.node))
    .map(({ name }) => name);
}

/**
 * Checks whether the sandboxes work without which the tools' calls fail. `problem` is the failure to make one, with
 * advice.
 */
export function diagnoseSandbox(tools: readonly string[], problem: string | undefined): Finding {
  const needs = `${someOf(tools)} ${tools.length === 1 ? "needs" : "need"} it`;
  return problem === undefined
    ? ok("sandbox", `A sandbox is available (${needs}).`)
    : error("sandbox", `No sandbox is available, and calls fail without one. (${needs}.)`, problem);
}

/** The version that a program printed. `silent`: it printed none. `slow`: it printed none within the time limit. */
export type Probe = { readonly kind: "version"; readonly version: string } | { readonly kind: "silent" | "slow" };

const timeoutMs = 5_000;

interface ProbeRequest {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Starts a program to get its version, in the root folder: it exists everywhere, and no project's settings choose
 * another version there. Some print it on standard error, and some exit with a failure.
 */
export async function probe(request: ProbeRequest): Promise<Probe> {
  const result = await runExternal({ ...request, cwd: "/", timeoutMs });
  if (result.kind === "ended" && result.reason === "timedOut") return { kind: "slow" };
  if (result.kind !== "exited") return { kind: "silent" };
  const version = versionIn(`${result.stdout}\n${result.stderr}`);
  return version === undefined ? { kind: "silent" } : { kind: "version", version };
}

/** Suffixes of versions before a release. Other suffixes (`-0ubuntu1`, `p1`) are a packager's. */
const prerelease = /^-?(?:alpha|beta|rc|pre|preview|dev|next|nightly|canary)[.\w-]*/i;

/**
 * Returns the first text in a program's output that looks like a version, as npm writes versions: one with a dot
 * (`jq-1.6`, `2023.07.06`), otherwise a bare number (`less 590`).
 */
export function versionIn(output: string): string | undefined {
  const match = /(?<![\d.])\d+(?:\.\d+)+/.exec(output) ?? /(?<![\d.\w])\d+(?!\w)/.exec(output);
  if (match === null) return undefined;
  const numbers = [...match[0].split(".").map(Number), 0, 0].slice(0, 3);
  const suffix = prerelease.exec(output.slice(match.index + match[0].length))?.[0].replace(/^-/, "");
  const version = numbers.join(".");
  return suffix === undefined || !/^[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*$/.test(suffix) ? version : `${version}-${suffix}`;
}

/**
 * Returns true if a version is in a range. A pre-release counts as slightly less than its release: `2.0.0-rc1` is in
 * `>=1`, not in `>=2.0.1`.
 */
export function isVersionWithin(version: string, range: string): boolean {
  return satisfies(version, range, { includePrerelease: true });
}

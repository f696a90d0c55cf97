import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { buildEnvironment, resolveProgram } from "../../call/build-command.js";
import { notFound } from "../../call/start-problem.late.js";
import type { ToolModel } from "../../compiler/tool-model.js";
import { isJsonObject } from "../../contract/json-value.js";
import { packageRoot } from "../command.js";
import { runExternal } from "../io/run-external.js";
import {
  diagnoseProgram,
  type NeededProgram,
  type NodeFacts,
  neededPrograms,
  type Probe,
  type ProgramFacts,
  platformOf,
  probe,
  versionArguments,
} from "./diagnose-programs.js";

/** Where programs are looked up. `programEnv` is the part of the environment that every tool's program gets. */
export interface Looking {
  readonly projectDir: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly programEnv: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export function lookingFrom(given: Pick<Looking, "projectDir" | "env" | "signal">): Looking {
  const { platform } = process;
  const { projectDir, env } = given;
  const scope = { params: {}, order: [], specDir: projectDir, workspace: projectDir };
  const built = buildEnvironment({ pass: [], set: {} }, scope, { env, platform });
  return { ...given, platform, programEnv: built.ok ? built.env : {} };
}

/** Finds a program as a call would, and gets its version if a range must be checked. */
export async function lookAtProgram(needed: NeededProgram, { projectDir, programEnv, signal }: Looking): Promise<ProgramFacts> {
  const program = needed.program.includes("/") ? resolve(projectDir, needed.program) : needed.program;
  const query = { program, cwd: projectDir, path: programEnv.PATH };
  const path = resolveProgram(query);
  if (path === undefined) return { found: { problem: notFound(query).message }, probes: [] };
  const probes: { readonly args: readonly string[]; readonly probe: Probe }[] = [];
  for (const args of versionArguments(needed)) probes.push({ args, probe: await probe({ program: path, args, env: programEnv, signal }) });
  return { found: { path }, probes };
}

/**
 * Returns the version of a program on PATH, run with the user's whole environment; `undefined` if there is no such
 * program.
 */
export async function probeOnPath(name: string, { projectDir, env, signal }: Looking): Promise<Probe | undefined> {
  const program = resolveProgram({ program: name, cwd: projectDir, path: env.PATH });
  return program === undefined ? undefined : probe({ program, args: ["--version"], env: definedIn(env), signal });
}

/** Runs a client's command with the user's whole environment, and returns what it prints; `undefined` if it fails. */
export async function printedBy(
  [name = "", ...args]: readonly string[],
  { projectDir, env, signal }: Looking,
): Promise<string | undefined> {
  const program = resolveProgram({ program: name, cwd: projectDir, path: env.PATH });
  if (program === undefined) return undefined;
  const result = await runExternal({ program, args, cwd: projectDir, env: definedIn(env), signal, timeoutMs: 30_000 });
  return result.kind === "exited" && result.code === 0 ? result.stdout.toString() : undefined;
}

const definedIn = (env: Looking["env"]) =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));

export async function lookAtNode(looking: Looking): Promise<NodeFacts> {
  const manifest: unknown = JSON.parse(readFileSync(new URL("package.json", packageRoot), "utf8"));
  const engines = isJsonObject(manifest) && isJsonObject(manifest.engines) ? manifest.engines.node : undefined;
  return { own: process.versions.node, range: String(engines ?? "*"), onPath: await probeOnPath("node", looking) };
}

/**
 * Returns the missing requirements of a tool on this machine, or `undefined`. Each tool is checked once, and not at all
 * if it requires nothing: a call finds out whether its program exists.
 */
export function missingRequirementFinder(looking: Looking): (tool: ToolModel) => Promise<string | undefined> {
  const remembered = new Map<string, Promise<string | undefined>>();
  return (tool) => {
    const requirements = remembered.get(tool.name) ?? lacking(tool, looking);
    remembered.set(tool.name, requirements);
    return requirements;
  };
}

async function lacking(tool: ToolModel, looking: Looking): Promise<string | undefined> {
  const required = neededPrograms([tool], platformOf(looking.platform)).filter(({ requirements }) => requirements.length > 0);
  for (const needed of required) {
    const { status, message } = diagnoseProgram(needed, await lookAtProgram(needed, looking));
    if (status === "error") return message;
  }
  return undefined;
}

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { buildEnvironment } from "../../runtime/command/build-environment.js";
import { isJsonObject } from "../../runtime/json/json-value.js";
import { resolveProgram } from "../../runtime/process/resolve-program.js";
import { notFound } from "../../runtime/process/spawn-error.late.js";
import { packageRoot } from "../package-root.js";
import type { NodeFacts } from "./diagnose-node.js";
import { type NeededProgram, type ProgramFacts, versionArguments } from "./diagnose-programs.js";
import { type Probe, probe } from "./probe.js";

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
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return program === undefined ? undefined : probe({ program, args: ["--version"], env: Object.fromEntries(set), signal });
}

export async function lookAtNode(looking: Looking): Promise<NodeFacts> {
  const manifest: unknown = JSON.parse(readFileSync(new URL("package.json", packageRoot), "utf8"));
  const engines = isJsonObject(manifest) && isJsonObject(manifest.engines) ? manifest.engines.node : undefined;
  return { own: process.versions.node, range: String(engines ?? "*"), onPath: await probeOnPath("node", looking) };
}

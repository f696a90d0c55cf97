import { runProgramAsync } from "../../runtime/process/run-program-async.js";
import { versionIn } from "./version.js";

/** The version that a program printed. `silent`: it printed none. `slow`: it printed none within the time limit. */
export type Probe = { readonly kind: "version"; readonly version: string } | { readonly kind: "silent" | "slow" };

const timeoutMs = 5_000;

export interface ProbeRequest {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Starts a program to get its version, in the root folder: it exists everywhere, and no project's settings choose
 * another version there. Some print it on standard error, and some exit with a failure.
 */
export async function probe({ program, args, env, signal }: ProbeRequest): Promise<Probe> {
  const call = { program, args, cwd: "/", stdin: undefined, env: { ...env }, params: {}, summary: undefined };
  const outcome = await runProgramAsync(call, { timeoutMs, signal });
  if (outcome.kind === "timedOut") return { kind: "slow" };
  if (outcome.kind !== "exited") return { kind: "silent" };
  const version = versionIn(`${outcome.stdout}\n${outcome.stderr}`);
  return version === undefined ? { kind: "silent" } : { kind: "version", version };
}

import { runExternal } from "../io/run-external.js";
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
export async function probe(request: ProbeRequest): Promise<Probe> {
  const result = await runExternal({ ...request, cwd: "/", timeoutMs });
  if (result.kind === "ended" && result.reason === "timedOut") return { kind: "slow" };
  if (result.kind !== "exited") return { kind: "silent" };
  const version = versionIn(`${result.stdout}\n${result.stderr}`);
  return version === undefined ? { kind: "silent" } : { kind: "version", version };
}

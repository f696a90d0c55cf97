import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Startable } from "../process-group.js";

/** Calls of a handler run in one process only if these are equal. */
export interface WarmProcessKey {
  /** The program that loads the bundle and serves calls. */
  readonly server: string;
  /** Equal for calls of the same bundle, folder, environment and caller. */
  readonly key: string;
}

export interface Caller {
  /** As authenticated over HTTP. */
  readonly principal?: string | undefined;
}

/**
 * Returns where a call of a handler can run. A bundle that was built again and a folder that was made again count as
 * others, and so do calls of another caller. `undefined` if the folder is missing, or if the outputs are of a toolgen
 * that always starts a process.
 */
export function warmProcessKey({ program, args, cwd, env }: Startable, { principal = "" }: Caller): WarmProcessKey | undefined {
  const [bundle = ""] = args;
  const server = join(dirname(dirname(bundle)), "warm.cjs");
  const identities = [bundle, server, cwd].map(identity);
  if (identities.includes(undefined)) return undefined;
  return { server, key: JSON.stringify([program, args, identities, cwd, env, principal]) };
}

function identity(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  const { dev, ino, birthtimeMs } = stats;
  const place = `${dev}:${ino}:${birthtimeMs}`;
  return stats.isFile() ? `${place}:${stats.size}:${stats.mtimeMs}` : place;
}

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject } from "../json.js";
import { ownFolder } from "../output/own-folder.js";
import { processStart } from "./process-start.js";

/** What is known of a program that was started in the background. `start` is `processStart` of `pid`, which leads its group. */
export interface Running {
  readonly tool: string;
  readonly workspace: string;
  readonly projectDir: string;
  readonly pid: number;
  readonly start: string;
  readonly argv: readonly string[];
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly stopSignal: NodeJS.Signals;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The folder of all background programs of this user; it is made if need be. Throws where the temporary folder is not the user's own. */
export function backgroundFolder(env: Variables): string {
  const own = ownFolder(env);
  if (own === undefined) throw new Error("the folder for temporary files is not this user's own");
  const folder = join(own, "background");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Where a tool keeps what it started in a workspace: `state.json`, `log`. */
export function placeOf(folder: string, { workspace, projectDir, tool }: Pick<Running, "workspace" | "projectDir" | "tool">): string {
  const key = createHash("sha256").update([projectDir, workspace, tool].join("\0")).digest("hex");
  return join(folder, key.slice(0, 32));
}

/** Every place that there is. */
export const placesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => /^[0-9a-f]{32}$/.test(name))
    .map((name) => join(folder, name));

/** What was started at a place, whether it still runs or not. */
export function startedAt(place: string): Running | undefined {
  try {
    const state: unknown = JSON.parse(readFileSync(join(place, "state.json"), "utf8"));
    // Nobody but us writes there.
    return isJsonObject(state) ? (state as unknown as Running) : undefined;
  } catch {
    return undefined;
  }
}

/** What runs at a place. */
export function runningAt(place: string): Running | undefined {
  const started = startedAt(place);
  return started !== undefined && processStart(started.pid) === started.start ? started : undefined;
}

export function writeState(place: string, running: Running): void {
  writeFileSync(join(place, "state.new"), JSON.stringify(running), { mode: 0o600 });
  renameSync(join(place, "state.new"), join(place, "state.json"));
}

/** What was printed, as far as it was kept. */
export function logAt(place: string): Buffer {
  try {
    return readFileSync(join(place, "log"));
  } catch {
    return Buffer.alloc(0);
  }
}

const dayMs = 24 * 60 * 60 * 1000;

/** Forgets what ended more than a day ago. */
export function forgetOld(folder: string): void {
  for (const place of placesIn(folder)) {
    const age = Date.now() - (statSync(join(place, "log"), { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > dayMs && runningAt(place) === undefined) forget(place);
  }
}

/** Takes the right to start something at a place, which one process has at a time; `false`: another has it. */
export function lock(place: string): boolean {
  const path = `${place}.lock`;
  try {
    writeFileSync(path, `${process.pid} ${processStart(process.pid)}`, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const [pid, start] = readText(path).split(" ");
  // Its owner was killed. An empty one is being written just now.
  if (pid && start && processStart(Number(pid)) !== start) unlock(place);
  return false;
}

export const unlock = (place: string): void => rmSync(`${place}.lock`, { force: true });

export const forget = (place: string): void => rmSync(place, { recursive: true, force: true });

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

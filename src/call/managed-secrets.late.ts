import { readUserSettings, userSettingsFile } from "./user-settings.js";

type Variables = Readonly<Record<string, string | undefined>>;

/** A secret that a program of the user's printed, or why there is none, as a sentence. */
export type ManagedSecret = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly reason: string };

/** What was printed to this process, by command. A failure isn't kept: the user may unlock the manager meanwhile. */
const printed = new Map<string, string>();

/** A manager may wait for a fingerprint. In milliseconds. */
const longestWait = 60_000;
const mostBytes = 64 * 1024;

/**
 * Returns the secret that a command in the user's settings prints; `undefined` if there is none for this name. The
 * command is started once in this process, in the home folder, so that no project's file takes its place.
 */
export function readManagedSecret(name: string, env: Variables): ManagedSecret | undefined {
  const argv = commandFor(name, env);
  if (argv === undefined) return undefined;
  const known = printed.get(JSON.stringify(argv));
  if (known !== undefined) return { ok: true, value: known };
  const [program = "", ...args] = argv;
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { status, signal, stdout, error } = spawnSync(program, args, {
    cwd: env.HOME ?? "/",
    env: { ...env, PATH: absolutePath(env.PATH) },
    stdio: ["ignore", "pipe", "ignore"],
    encoding: "utf8",
    timeout: longestWait,
    maxBuffer: mostBytes,
  });
  const failed = (how: string) => ({ ok: false, reason: `The command for it in the user's settings, ${program}, ${how}.` }) as const;
  if (error !== undefined) return failed(`failed: ${"code" in error ? String(error.code) : error.message}`);
  if (status !== 0) return failed(signal === null ? `exited with ${status}` : `was ended by ${signal}`);
  const value = stdout.replace(/\r?\n$/, "");
  if (value === "" || value.includes("\0")) return failed("printed no secret");
  printed.set(JSON.stringify(argv), value);
  return { ok: true, value };
}

/** Returns the secret if its command has been started before. */
export function knownSecret(name: string, env: Variables): string | undefined {
  const argv = commandFor(name, env);
  return argv === undefined ? undefined : printed.get(JSON.stringify(argv));
}

function commandFor(name: string, env: Variables): readonly string[] | undefined {
  const file = userSettingsFile(env);
  const read = file === undefined ? undefined : readUserSettings(file);
  if (!read?.ok || read.secrets === undefined || !Object.hasOwn(read.secrets, name)) return undefined;
  return read.secrets[name];
}

/** A relative folder on PATH would be one of the project. */
const absolutePath = (path = "/usr/local/bin:/usr/bin:/bin"): string =>
  path
    .split(":")
    .filter((folder) => folder.startsWith("/"))
    .join(":");

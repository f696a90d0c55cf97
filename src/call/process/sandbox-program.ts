import { accessSync, constants } from "node:fs";
import { isAbsolute, normalize } from "node:path";
import type { SandboxRules } from "../../contract/definition.js";
import { foldersOutside, isWithin } from "../paths.js";
import type { SandboxPath, SandboxPaths } from "./sandbox-paths.js";

/** Paths that programs, libraries and their settings need. Missing ones are skipped. */
const bubblewrapSystem = [
  ...["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store", "/gnu/store", "/run/current-system"],
  ...[
    "alternatives",
    "ca-certificates",
    "fonts",
    "gitconfig",
    "group",
    "host.conf",
    "hosts",
    "inputrc",
    "java",
    "ld.so.cache",
    "ld.so.conf",
  ],
  ...["ld.so.conf.d", "locale.alias", "locale.conf", "localtime", "magic", "mime.types", "nsswitch.conf", "os-release", "passwd", "pki"],
  ...["protocols", "python3", "resolv.conf", "services", "ssl/certs", "ssl/openssl.cnf", "static", "terminfo", "timezone", "xdg"],
].map((path) => (path.startsWith("/") ? path : `/etc/${path}`));

/** The possible targets of /etc/resolv.conf, where host names are looked up. */
const lookUp = ["/run/systemd/resolve", "/run/NetworkManager", "/run/resolvconf"];

/** Where bubblewrap is installed. A folder on PATH comes after these. */
const usualFolders = ["/usr/bin", "/usr/local/bin", "/bin", "/run/wrappers/bin", "/run/current-system/sw/bin"];

interface Wrapped {
  readonly rules: SandboxRules;
  readonly paths: SandboxPaths;
  /** The program's file, which must be visible wherever it is. */
  readonly program: SandboxPath;
  readonly cwd: string;
  readonly home: string | undefined;
}

/** Finds bubblewrap. It isn't taken from a relative folder on PATH, or from one that the program could write. */
export function findBubblewrap(path: string | undefined, workspace: string): string | undefined {
  return [...usualFolders, ...foldersOutside(path, [workspace])].map((folder) => `${folder}/bwrap`).find(mayRun);
}

/**
 * The arguments of bubblewrap before the program: new namespaces (except for the network, if that is allowed), no
 * capabilities, and a file system of the opened paths, at the same places. It and everything that it started, sessions
 * of their own included, end with its parent.
 */
export function bubblewrapOptions({ rules, paths, program, cwd, home }: Wrapped): readonly string[] {
  const all = rules.read === "any";
  const base = all
    ? ["--ro-bind", "/", "/", "--tmpfs", "/run", ...open("--ro-bind-try", unresolved(["/run/current-system", ...lookUp]))]
    : ["--dir", "/etc", ...open("--ro-bind-try", unresolved([...bubblewrapSystem, ...(rules.network ? lookUp : [])]))];
  const seen = [program, ...paths.read].filter(({ real, path }) => ![real, path].every((path) => isThereAnyway(path, all)));
  const opened = [...seen, ...paths.written];
  return [
    ...["--unshare-all", ...(rules.network ? ["--share-net"] : []), "--die-with-parent", "--cap-drop", "ALL"],
    ...base,
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
    ...(all ? [] : [...ownHome(home), "--dir", cwd]),
    ...open("--ro-bind", seen, opened),
    ...open("--bind", paths.written, opened),
    ...open("--bind", unresolved(paths.pinned)),
    ...open("--ro-bind", unresolved(paths.readOnly)),
    ...(all ? [] : ["--remount-ro", "/"]),
    ...["--chdir", cwd],
  ];
}

/**
 * Returns true for a path that needn't be opened: it is a part of the system, or everything may be read and none of the
 * sandbox's own folders is above it.
 */
function isThereAnyway(path: string, all: boolean): boolean {
  const within = (folder: string) => isWithin(path, folder);
  return all ? !["/tmp", "/run", "/dev", "/proc"].some(within) : bubblewrapSystem.some(within);
}

/** An empty home folder, for programs that require one. */
function ownHome(home: string | undefined): readonly string[] {
  if (home === undefined || !isAbsolute(home)) return [];
  const folder = normalize(home).replace(/\/$/, "");
  return folder === "" || bubblewrapSystem.some((path) => isWithin(path, folder) || isWithin(folder, path)) ? [] : ["--tmpfs", folder];
}

const unresolved = (paths: readonly string[]): readonly SandboxPath[] => paths.map((path) => ({ real: path, path }));

/**
 * Outer paths before inner ones, which would be hidden otherwise. A path with links is also opened as the program was
 * given it, unless an opened folder (`among`) contains that link.
 */
function open(option: string, paths: readonly SandboxPath[], among: readonly SandboxPath[] = paths): readonly string[] {
  const sorted = [...paths].sort((a, b) => a.real.length - b.real.length);
  return sorted.flatMap(({ real, path }) => {
    const linked = path !== real && !among.some((other) => other.path !== path && isWithin(path, other.path));
    return [option, real, real, ...(linked ? [option, real, path] : [])];
  });
}

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The program of macOS that applies a sandbox profile. */
export const seatbelt = "/usr/bin/sandbox-exec";

/** Paths that programs and libraries need, where macOS and package managers keep them. */
const seatbeltSystem = [
  ...["/usr", "/bin", "/sbin", "/System", "/Library", "/opt", "/Applications/Xcode.app", "/nix/store"],
  ...["/private/etc", "/private/var/db/timezone", "/private/var/select", "/dev"],
];

/**
 * The arguments of sandbox-exec before the program. The profile consists of constants: paths are parameters of the
 * profile (`-D`), so no path is ever parsed as a part of it. Of two rules for one path, the later one wins.
 */
export function seatbeltOptions({
  rules,
  paths,
  program,
}: {
  readonly rules: SandboxRules;
  readonly paths: SandboxPaths;
  readonly program: SandboxPath;
}) {
  const read = named(
    "READ",
    [program, ...paths.read].map(({ real }) => real),
  );
  const written = named(
    "WRITTEN",
    paths.written.map(({ real }) => real),
  );
  const pinned = named("PINNED", paths.pinned);
  const readOnly = named("KEPT", paths.readOnly);
  const below = (names: readonly string[]) => names.map((name) => ` (subpath (param "${name}"))`).join("");
  const profile = [
    "(version 1)",
    "(deny default)",
    '(import "system.sb")',
    "(allow process-fork process-exec)",
    "(allow signal (target same-sandbox))",
    "(allow sysctl-read file-read-metadata)",
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero"))',
    rules.read === "any"
      ? "(allow file-read*)"
      : `(allow file-read* (literal "/")${seatbeltSystem.map((path) => ` (subpath "${path}")`).join("")}${below(read.names)})`,
    ...(written.names.length === 0 ? [] : [`(allow file-read* file-write*${below(written.names)})`]),
    ...pinned.names.map((name) => `(deny file-write-unlink (literal (param "${name}")))`),
    ...(readOnly.names.length === 0 ? [] : [`(deny file-write*${below(readOnly.names)})`]),
    '(deny file-write* (regex #"/[.]git(/|$)"))',
    ...(rules.network ? ["(allow network*)", "(system-network)"] : []),
  ];
  return [...read.defined, ...written.defined, ...pinned.defined, ...readOnly.defined, "-p", profile.join("\n")];
}

function named(prefix: string, paths: readonly string[]) {
  const unique = [...new Set(paths)];
  return {
    names: unique.map((_, i) => `${prefix}${i}`),
    defined: unique.flatMap((path, i) => ["-D", `${prefix}${i}=${path}`]),
  };
}

import type { SandboxRules } from "../../contract/definition.js";
import type { SandboxPath, SandboxPaths } from "./sandbox-paths.js";

/** The program of macOS that applies a sandbox profile. */
export const seatbelt = "/usr/bin/sandbox-exec";

/** Paths that programs and libraries need, where macOS and package managers keep them. */
const system = [
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
      : `(allow file-read* (literal "/")${system.map((path) => ` (subpath "${path}")`).join("")}${below(read.names)})`,
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

import { isAbsolute, join } from "node:path";

/** The value of a variable that names a file or says yes or no. `unusable`: neither of these, nor an absolute path. */
export type EnvFile = { readonly kind: "off" | "unusable" } | { readonly kind: "own" } | { readonly kind: "file"; readonly path: string };

/** Reads such a variable: unset or `0` is off, `1` selects the user's own file, an absolute path that file. */
export function fileFromEnv(value = ""): EnvFile {
  if (/^(?:|0|off|no|false)$/i.test(value)) return { kind: "off" };
  if (/^(?:1|on|yes|true)$/i.test(value)) return { kind: "own" };
  return isAbsolute(value) ? { kind: "file", path: value } : { kind: "unusable" };
}

/** A file in the user's state folder (XDG); `undefined` without a home folder. */
export function stateFile({ XDG_STATE_HOME, HOME }: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  // The specification says that a relative path must be ignored.
  const state = XDG_STATE_HOME !== undefined && isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : HOME && join(HOME, ".local", "state");
  return state && isAbsolute(state) ? join(state, "toolgen", name) : undefined;
}

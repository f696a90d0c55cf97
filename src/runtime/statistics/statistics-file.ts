import { isAbsolute, join } from "node:path";

type Variables = Readonly<Record<string, string | undefined>>;

/** Where repairs are counted. `unusable`: the variable says neither yes nor no, nor an absolute path. */
export type StatisticsPlace = { readonly kind: "off" | "unusable" } | { readonly kind: "file"; readonly path: string };

/** The file that `TOOLGEN_REPAIRS` names: with `1` the user's own, with an absolute path that one. */
export function statisticsFile(env: Variables): StatisticsPlace {
  const asked = env.TOOLGEN_REPAIRS ?? "";
  if (/^(?:|0|off|no|false)$/i.test(asked)) return { kind: "off" };
  const path = /^(?:1|on|yes|true)$/i.test(asked) ? ownStatistics(env) : asked;
  return path !== undefined && isAbsolute(path) ? { kind: "file", path } : { kind: "unusable" };
}

/** The user's own statistics, in the folder for what programs remember; `undefined` without a home. */
export function ownStatistics({ XDG_STATE_HOME, HOME }: Variables): string | undefined {
  // A relative one is to be ignored, says its specification.
  const state = XDG_STATE_HOME !== undefined && isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : HOME && join(HOME, ".local", "state");
  return state ? join(state, "toolgen", "repairs.jsonl") : undefined;
}

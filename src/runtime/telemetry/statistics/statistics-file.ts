import { fileFromEnv, stateFile } from "../../io/file-from-env.js";

type Variables = Readonly<Record<string, string | undefined>>;

/** Where repairs are counted. `unusable`: the variable is neither yes nor no, nor an absolute path. */
export type StatisticsDestination = { readonly kind: "off" | "unusable" } | { readonly kind: "file"; readonly path: string };

/** The file that `TOOLGEN_REPAIRS` names: the user's own with `1`, or the file with an absolute path. */
export function statisticsFile(env: Variables): StatisticsDestination {
  const selected = fileFromEnv(env.TOOLGEN_REPAIRS);
  if (selected.kind !== "own") return selected;
  const path = ownStatistics(env);
  return path === undefined ? { kind: "unusable" } : { kind: "file", path };
}

/** The user's own statistics; `undefined` without a home folder. */
export const ownStatistics = (env: Variables): string | undefined => stateFile(env, "repairs.jsonl");

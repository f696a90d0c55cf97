import type { PathRule, ProjectPaths, SandboxRules } from "./definition.js";

/** The sandbox limits of a call. All folders are absolute. Nothing has been checked on disk yet. */
export interface Confinement {
  readonly rules: SandboxRules;
  readonly workspace: string;
  readonly specDir: string;
  readonly projectDir: string;
  /** The path of a handler's bundle, and the files that it loads; `undefined` for a program. */
  readonly handlers?: string | undefined;
  readonly project: ProjectPaths;
  /** The paths in the arguments, each with the rule that checked it. */
  readonly paths: readonly ConfinedPath[];
}

export interface ConfinedPath extends Pick<PathRule, "access" | "type"> {
  readonly path: string;
  /** The folder that it must still be in when it is opened; `undefined` if it has no bound. */
  readonly within: string | undefined;
}

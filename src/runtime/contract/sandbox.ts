import type { PathRule, ProjectPaths, SandboxRules } from "./definition.js";

/** What a call is held to. All folders are absolute. Nothing of it has been looked at yet. */
export interface Confinement {
  readonly rules: SandboxRules;
  readonly workspace: string;
  readonly specDir: string;
  readonly projectDir: string;
  /** Where a handler's bundle is, and what it loads; `undefined` for a program. */
  readonly handlers?: string | undefined;
  readonly project: ProjectPaths;
  /** What the arguments name, each by the rule that it was checked by. */
  readonly paths: readonly ConfinedPath[];
}

export interface ConfinedPath extends Pick<PathRule, "access" | "type"> {
  readonly path: string;
  /** The folder that it must not lead out of by the time it is opened; `undefined`: it has no bound. */
  readonly within: string | undefined;
}

import { defaultLimits, type ReadLimits } from "../../host.js";

/**
 * The limits of compiling a project. Only the command line raises them: `toolgen.yaml` can come with a stranger's pull
 * request.
 */
export interface ProjectLimits extends ReadLimits {
  /** How long compiling may take, in milliseconds. */
  readonly time: number;
}

const defaults: ProjectLimits = { ...defaultLimits, time: 5 * 60_000 };

/** The effective limits: those that were given, and the defaults of the others. */
export const limitsFrom = (given: Partial<ProjectLimits> | undefined): ProjectLimits => ({ ...defaults, ...given });

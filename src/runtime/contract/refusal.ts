import type { Problem } from "./problem.js";

/**
 * Why a call is refused. A model can correct `invalidArguments`; everything else is the user's to change, and the same
 * call fails in the same way until they do.
 */
export type PreparationCode = "invalidArguments" | UnmetNeed;

/** A missing requirement of the tool: a secret, a secret that can be sent, a folder, a supported platform. */
export type UnmetNeed = "missingSecret" | "invalidSecret" | "unusableFolder" | "unsupportedPlatform";

/**
 * A call that was not run. The code says who can act on its problems: the model that must correct its call, or the
 * user.
 */
export interface Refusal {
  readonly ok: false;
  readonly code: PreparationCode;
  readonly problems: readonly Problem[];
}

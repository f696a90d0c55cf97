import type { Problem } from "./problem.js";

/**
 * Why a call is refused before anything is started. The model can correct `invalidArguments`. Only the user can change
 * the others, and the same call keeps failing until they do.
 */
export type RefusalCode = PreparationCode | "denied" | "unreadableSettings" | "unwritableLog";

/** The codes with which preparing a call can end. */
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

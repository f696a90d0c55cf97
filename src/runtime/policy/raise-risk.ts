import { riskLevels } from "../contract/risk-settings.js";
import type { TrustedPath } from "../paths/find-trusted-path.js";
import type { Layer, OwnRisk } from "./resolve-decision.js";
import { stricter } from "./stricter.js";

/**
 * Raises a spec's decision to the level that a written path demands. Returns the same object if the path demands no
 * more.
 */
export function raiseRisk(own: OwnRisk, trusted: TrustedPath | undefined): OwnRisk {
  const level = stricter(riskLevels, own.level, trusted?.level) ?? own.level;
  if (trusted === undefined || (level === own.level && own.requiresConfirmation)) return own;
  return { ...own, level, requiresConfirmation: true };
}

/**
 * Returns a project's settings for a call that writes a trusted path. Like the spec, they can't lower its level; the
 * user's settings can.
 */
export function dropLoosening({ confirm, override }: Layer, own: OwnRisk["level"]): Layer {
  const tightening = override?.decision === "ask" || override?.decision === "deny" || stricter(riskLevels, override?.level, own) !== own;
  const isDenied = confirm?.[own] === "deny";
  return {
    ...(isDenied && { confirm }),
    ...(override && tightening && { override: { ...override, level: stricter(riskLevels, override.level, own) ?? own } }),
  };
}

/** Returns the impact of a call, with the program that trusts the written path. */
export function addReason(impact: string | undefined, trusted: TrustedPath | undefined): string | undefined {
  if (trusted === undefined) return impact;
  return [impact, `${trusted.path}: ${trusted.because}.`].filter((text) => text !== undefined).join(" ");
}

import type { ToolDefinition } from "../../runtime/contract/definition.js";
import type { GuardRules } from "../../runtime/contract/guard-rules.js";
import { extractors } from "../../runtime/shell-guard/filter-options.js";
import type { GuardSpec } from "../language/command-shape.js";

/** The parameter whose commands are guarded. */
export const guardedParameter = (guard: GuardSpec | undefined) => (typeof guard === "string" ? guard : guard?.param);

/** `guard` with its defaults. */
export function lowerGuard(guard: GuardSpec | undefined): Pick<ToolDefinition, "guard"> {
  const param = guardedParameter(guard);
  if (guard === undefined || param === undefined) return {};
  const { slow = 10_000, extractors: listed = extractors }: Partial<Exclude<GuardSpec, string>> = typeof guard === "string" ? {} : guard;
  const rules: GuardRules = { param, slowMs: slow, extractors: listed };
  return { guard: rules };
}

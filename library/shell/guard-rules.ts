import type { GuardRules } from "toolgen/runtime";
import { extractors } from "toolgen/runtime";

/** The defaults of `guard` in a spec. */
export const guardRules: GuardRules = { param: "command", slowMs: 10_000, extractors };

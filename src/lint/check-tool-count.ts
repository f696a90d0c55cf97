import { diagnostic } from "../diagnostics/codes.js";
import { shownTargets, toolsOf } from "./check-similar-tools.js";
import type { ModelRule } from "./tool-rule.js";

/** The number of tools that vendors of models advise to stay below. */
const limit = 20;

/** A client that shows all tools of its target shows them at once. */
export const checkToolCount: ModelRule = (model) =>
  shownTargets.flatMap((target) => {
    const count = toolsOf(model, target).length;
    return count < limit
      ? []
      : [diagnostic("too-many-tools", { path: "toolgen.yaml" }, { target, count: String(count), limit: String(limit) })];
  });

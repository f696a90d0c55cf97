import { builtTargets, modelFor } from "../../model/built-targets.js";
import type { Model } from "../../model/tool.js";
import { type Finding, ok, someOf, warning } from "./finding.js";

const check = "targets";

/** Lists the tools that a target leaves out; nothing if every target has every tool. */
export function diagnoseTargets(model: Model): readonly Finding[] {
  return builtTargets(model).flatMap((target) => {
    const excludedNames = model.excluded[target];
    if (excludedNames.length === 0) return [];
    const held = modelFor(model, target).tools.length;
    const message = `${target} holds ${held} of ${model.tools.length} tools, without ${someOf(excludedNames)}.`;
    const help = `Change \`include\` and \`exclude\` below \`targets.${target}\` in toolgen.yaml.`;
    return [held === 0 ? warning(check, message, help) : ok(check, message)];
  });
}

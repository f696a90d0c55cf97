import { diagnostic } from "../diagnostics/codes.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { ToolModel } from "../model/tool.js";
import type { Validator } from "../runtime/definition.js";
import { repair } from "../runtime/repair/repair.js";
import type { ToolContext } from "./context.js";

/** An example is a call as a model would send it: repair and the canonical schema must take it, unless it expects an error (SPEC §11). */
export function checkExamples(model: ToolModel, validate: Validator, tool: ToolContext): readonly Diagnostic[] {
  return model.examples.flatMap((example, index) => {
    if (example.expect.error !== undefined) return [];
    const repaired = repair({ definition: model.definition, validate }, example.params);
    if (repaired.ok) return [];
    return [
      diagnostic("refused-example", tool.at(["examples", index, "params"]), { name: example.name, problem: repaired.problems.join(" ") }),
    ];
  });
}

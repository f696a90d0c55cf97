import { diagnostic } from "../diagnostics/codes.js";
import { shownTargets, toolsOf } from "./check-similar-tools.js";
import type { ModelRule } from "./tool-rule.js";

/** Two tools of a target must not begin with the same sentence. The finding is at the later one by name. */
export const checkSameDescriptions: ModelRule = (model, tools) =>
  tools.flatMap(({ tool, at }) => {
    const own = firstSentence(tool.description);
    for (const target of shownTargets) {
      const names = toolsOf(model, target);
      const other = model.tools.find(
        ({ name, description }) =>
          name < tool.name && names.includes(name) && names.includes(tool.name) && firstSentence(description) === own,
      );
      if (other !== undefined) return [diagnostic("same-description", at(["description"]), { tool: tool.name, other: other.name, target })];
    }
    return [];
  });

/** The words of the first sentence: case and punctuation make no difference to a model. */
const firstSentence = (description: string) =>
  (/^.*?[.!?](?=\s|$)/s.exec(description.trim())?.[0] ?? description)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(" ") ?? "";

import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ToolModel } from "../../model/tool.js";
import { closest } from "../../runtime/text/closest.js";
import type { NameClaim } from "./unique-names.js";

/** Reports tools that examples name in `chooses`, and that no spec of the project is for, with or without mistakes. */
export function checkChosenTools(tools: readonly ToolModel[], claims: readonly NameClaim[]): readonly Diagnostic[] {
  const names = claims.flatMap(({ name, isAlias, host }) => (isAlias || host !== undefined ? [] : [name]));
  return tools.flatMap(({ otherChoices }) =>
    otherChoices.flatMap(({ tool, span }) =>
      tool === undefined || names.includes(tool)
        ? []
        : [diagnostic("unknown-chosen-tool", span, { tool }, { didYouMean: closest(tool, names) })],
    ),
  );
}

import type { Model } from "../../compiler/model.js";
import type { Suggestion } from "../../compiler/suggest-fixes.js";
import { askedValues } from "../../programs/place-class.js";
import { printSections } from "./describe-text.js";
import { valueLines } from "./tool-facts.js";

/** Describes each asked value of a project's tools, and the changes after which calls don't ask about it. */
export function describeSuggestions(suggestions: readonly Suggestion[], { tools }: Pick<Model, "tools">): string {
  const sections = tools.flatMap(({ name, values, definition, risk }) =>
    // A level in toolgen.yaml may have ended the confirmation.
    (risk.requiresConfirmation ? askedValues(values) : []).map((value) => {
      const found = suggestions.filter(({ tool, param }) => tool === name && param === value.param);
      const [line = ""] = valueLines([value]);
      const isByLevel = definition.risk.levelFrom !== "value";
      return [
        `${name}: ${line}`,
        ...found.map(suggestionLine),
        ...(isByLevel ? ["  Calls ask because of the tool's level, whatever the value."] : []),
        ...(found.length === 0 && !isByLevel ? ["  No change of the spec is enough: calls ask."] : []),
      ].join("\n");
    }),
  );
  return sections.length === 0 ? "Calls of no tool ask about a value.\n" : printSections(sections);
}

function suggestionLine({ file, line, path, yaml, when }: Suggestion): string {
  const below = path.slice(0, -1).join(".");
  return `  ${file}:${line}${below === "" ? "" : ` in ${below}`}: \`${yaml}\`, if ${when}`;
}

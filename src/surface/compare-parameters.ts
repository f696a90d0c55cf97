import type { NamelessChange } from "./change.js";
import { compareLists } from "./compare-lists.js";
import { ownMember } from "./own-member.js";
import { parameterSchemas } from "./rename-parameters.js";
import { compareSchemas } from "./schema/compare-schemas.js";
import type { SchemaDifference } from "./schema/schema-difference.js";
import type { ToolSurface } from "./surface.js";

/** The parameters of a document, with their other names. */
type Parameters = Pick<ToolSurface, "parameters" | "aliases">;

/** Compares parameters for those who send them: fewer valid arguments are breaking. */
export const compareParameters = (before: Parameters, after: Parameters): readonly NamelessChange[] => [
  ...compareSchemas(before.parameters, after.parameters).map(inputChange),
  ...compareAliases(before, after),
];

function inputChange({ path, ...difference }: SchemaDifference): NamelessChange {
  const at = path;
  switch (difference.code) {
    case "property-added":
      return { code: difference.isRequired ? "required-parameter-added" : "parameter-added", at };
    case "property-removed":
      return { code: "parameter-removed", at };
    case "now-required":
      return { code: "parameter-required", at };
    case "no-longer-required":
      return { code: "parameter-optional", at };
    case "text-changed":
      return { code: "parameter-described", at };
    default: {
      const { code, ...facts } = difference;
      const codes = {
        narrowed: "values-narrowed",
        changed: "values-narrowed",
        widened: "values-widened",
        "default-changed": "default-changed",
      } as const;
      return { code: codes[code], at, ...facts };
    }
  }
}

/** Aliases of a parameter that is gone are gone with it. */
function compareAliases(before: Parameters, after: Parameters): readonly NamelessChange[] {
  const targets = new Set([...Object.keys(before.aliases), ...Object.keys(after.aliases)]);
  return [...targets]
    .filter((at) => at.includes(".") || at.includes("[]") || Object.hasOwn(parameterSchemas(after.parameters), at))
    .flatMap((at) =>
      compareLists({
        before: ownMember(before.aliases, at) ?? [],
        after: ownMember(after.aliases, at) ?? [],
        removed: "alias-removed",
        added: "alias-added",
        at,
      }),
    );
}

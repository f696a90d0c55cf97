import { isJsonObject, type JsonObject, type JsonValue } from "../runtime/json/json-value.js";
import type { NamelessChange } from "./change.js";
import { compareLists } from "./compare-lists.js";
import { compareSchemas } from "./schema/compare-schemas.js";
import type { SchemaDifference } from "./schema/schema-difference.js";

/** The parameters of a document, with their other names. */
export interface Parameters {
  readonly parameters: JsonObject;
  readonly aliases: Readonly<Record<string, readonly string[]>>;
}

/** Compares parameters for those who send them: fewer valid arguments are breaking. */
export function compareParameters(before: Parameters, after: Parameters): readonly NamelessChange[] {
  const renames = renamesBetween(before, after);
  const former = renames.reduce(renamed, before);
  return [
    ...renames.map(({ from, to }): NamelessChange => ({ code: "parameter-renamed", at: from, after: to })),
    ...compareSchemas(former.parameters, after.parameters).map(inputChange),
    ...compareAliases(former, after),
  ];
}

interface Rename {
  readonly from: string;
  readonly to: string;
}

/** A parameter whose name became an alias of a new one was renamed. */
function renamesBetween(before: Parameters, after: Parameters): readonly Rename[] {
  const [old, now] = [propertiesOf(before.parameters), propertiesOf(after.parameters)];
  const gone = Object.keys(old).filter((name) => !Object.hasOwn(now, name));
  return gone.flatMap((from) => {
    const to = Object.keys(now).find((name) => !Object.hasOwn(old, name) && after.aliases[name]?.includes(from));
    return to === undefined ? [] : [{ from, to }];
  });
}

/** The old parameters with the new name. The old name is one of its aliases then, as it is in the new ones. */
function renamed({ parameters, aliases }: Parameters, { from, to }: Rename): Parameters {
  const { [from]: schema = {}, ...others } = propertiesOf(parameters);
  const { [from]: names = [], ...otherAliases } = aliases;
  const required = Array.isArray(parameters.required) ? parameters.required.map((name) => (name === from ? to : name)) : undefined;
  return {
    parameters: { ...parameters, properties: { ...others, [to]: schema }, ...(required === undefined ? {} : { required }) },
    aliases: { ...otherAliases, [to]: [...names, from] },
  };
}

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
      const codes = { narrowed: "values-narrowed", widened: "values-widened", "default-changed": "default-changed" } as const;
      return { code: codes[code], at, ...facts };
    }
  }
}

/** Aliases of a parameter that is gone are gone with it. */
function compareAliases(before: Parameters, after: Parameters): readonly NamelessChange[] {
  const targets = new Set([...Object.keys(before.aliases), ...Object.keys(after.aliases)]);
  return [...targets]
    .filter((at) => at.includes(".") || at.includes("[]") || Object.hasOwn(propertiesOf(after.parameters), at))
    .flatMap((at) =>
      compareLists({
        before: before.aliases[at] ?? [],
        after: after.aliases[at] ?? [],
        removed: "alias-removed",
        added: "alias-added",
        at,
      }),
    );
}

const propertiesOf = ({ properties }: JsonObject): Readonly<Record<string, JsonValue>> => (isJsonObject(properties) ? properties : {});

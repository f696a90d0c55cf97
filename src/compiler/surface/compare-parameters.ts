import { isArray, isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import type { NamelessChange } from "../../contract/surface-change.js";
import { compareInputs } from "../../contract/surface-change.js";
import { compareLists } from "./compare-access.js";
import { type Details, ownMember, type ToolSurface } from "./surface.js";

/** Compares parameters for those who send them: fewer valid arguments are breaking. */
export const compareParameters = (before: Parameters, after: Parameters): readonly NamelessChange[] => [
  ...compareInputs(before.parameters, after.parameters),
  ...compareAliases(before, after),
];

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

/** A parameter whose name became an alias of a new one. */
interface ParameterRename {
  readonly from: string;
  readonly to: string;
}

type Parameters = Pick<ToolSurface, "parameters" | "aliases">;

/** Finds the parameters that were renamed between two forms of a tool. */
export function findRenames(before: Parameters, after: Parameters): readonly ParameterRename[] {
  const [old, now] = [parameterSchemas(before.parameters), parameterSchemas(after.parameters)];
  const gone = Object.keys(old).filter((name) => !Object.hasOwn(now, name));
  const renames: ParameterRename[] = [];
  for (const from of gone) {
    const isFree = (name: string) => !Object.hasOwn(old, name) && renames.every(({ to }) => to !== name);
    const to = Object.keys(now).find((name) => isFree(name) && ownMember(after.aliases, name)?.includes(from));
    if (to !== undefined) renames.push({ from, to });
  }
  return renames;
}

/** Returns the old form of a tool with the new name of a parameter. The old name is one of its aliases then. */
export function renameParameter(tool: ToolSurface, { from, to }: ParameterRename): ToolSurface {
  const { parameters, aliases, access, mutuallyExclusive, risk, repairs, details } = tool;
  const name = (given: string) => (given === from ? to : given);
  const selector = (given: string) =>
    given.startsWith(`${from}.`) || given.startsWith(`${from}[`) ? to + given.slice(from.length) : name(given);
  const renamed = renameKeys(aliases, selector);
  return {
    ...tool,
    parameters: renameProperty(parameters, name),
    aliases: { ...renamed, [to]: [...(ownMember(renamed, to) ?? []), from] },
    mutuallyExclusive: mutuallyExclusive.map((group) => group.map(name)),
    ...(repairs !== undefined && { repairs: renameKeys(repairs, selector) }),
    ...(details !== undefined && { details: renameInDetails(details, selector) }),
    access: { ...access, paths: renameKeys(access.paths, selector) },
    risk: { ...risk, rules: risk.rules.map((rule) => ({ ...rule, when: rule.when.map((one) => ({ ...one, param: name(one.param) })) })) },
  };
}

function renameProperty(parameters: JsonObject, name: (given: string) => string): JsonObject {
  const { required } = parameters;
  return {
    ...parameters,
    properties: renameKeys(parameterSchemas(parameters), name),
    ...(Array.isArray(required) && { required: required.map((one) => name(String(one))) }),
  };
}

const renameKeys = <T>(map: Readonly<Record<string, T>>, rename: (key: string) => string): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [rename(key), value]));

/** The properties of a schema of arguments. */
const parameterSchemas = ({ properties }: JsonObject): Readonly<Record<string, JsonValue>> => (isJsonObject(properties) ? properties : {});

/** Settings whose keys end in the selector of a parameter. */
const mapsOfParameters = ["data.", "allowLeadingDash.", "paths.", "weakAliases.", "elicit.", "code."];

/** Renames a parameter in the keys and values of settings. Hashes stay: a text that names it has changed. */
function renameInDetails(details: Details, selector: (given: string) => string): Details {
  return Object.fromEntries(Object.entries(details).map(([key, value]) => [renamedKey(key, selector), renamedValue(key, value, selector)]));
}

function renamedKey(key: string, selector: (given: string) => string): string {
  const map = mapsOfParameters.find((prefix) => key.startsWith(prefix));
  return map === undefined ? key : map + selector(key.slice(map.length));
}

function renamedValue(key: string, value: JsonValue, selector: (given: string) => string): JsonValue {
  if (key === "guard.param") return selector(String(value));
  if (key !== "locations" || !isArray(value)) return value;
  return value.map((place) => (isArray(place) ? place.map((one) => selector(String(one))) : place));
}

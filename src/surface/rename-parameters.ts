import { isJsonObject, type JsonObject, type JsonValue } from "../runtime/json/json-value.js";
import { renameInDetails } from "./details/rename-in-details.js";
import { ownMember } from "./own-member.js";
import type { ToolSurface } from "./surface.js";

/** A parameter whose name became an alias of a new one. */
export interface ParameterRename {
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
export const parameterSchemas = ({ properties }: JsonObject): Readonly<Record<string, JsonValue>> =>
  isJsonObject(properties) ? properties : {};

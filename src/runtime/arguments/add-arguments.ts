import type { Repair } from "../contract/repair.js";
import { isJsonObject, type JsonObject } from "../json/json-value.js";
import { mayBeWrapped } from "./may-be-wrapped.js";
import { callNames, type RepairableTool } from "./repair-arguments.js";
import { unwrap } from "./unwrap.late.js";

/**
 * Returns a model's arguments with others that it left out, in the form in which a model sends them; `undefined` if its
 * arguments aren't an object.
 */
export function addArguments({ definition, validate }: RepairableTool, input: unknown, added: JsonObject): JsonObject | undefined {
  const repairs: Repair[] = [];
  const bare = mayBeWrapped(input) ? unwrap(input, { repairs, validate, mayBeCut: false, ...callNames(definition) }) : input;
  return isJsonObject(bare) ? { ...bare, ...added } : undefined;
}

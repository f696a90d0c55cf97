import type { Problem } from "../contract/problem.js";
import type { JsonObject } from "../json/json-value.js";

/** Arguments and the problems with them. */
export interface ChangedArguments {
  readonly params: JsonObject;
  readonly problems: readonly Problem[];
}

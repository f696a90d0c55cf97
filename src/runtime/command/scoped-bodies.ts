import type { TemplateBlock, TemplateTest, ValueRef } from "../contract/template.js";
import { isJsonObject, type JsonValue } from "../json/json-value.js";
import { type EvaluationContext, type Iteration, lookUp, placeholderName } from "./scope.js";

/** The bodies that a block evaluates, each with its scope. */
export interface ScopedBody<Body> {
  readonly body: Body;
  readonly scene: EvaluationContext;
}

/**
 * Selects the bodies of a block: for `if` the first branch whose test holds, for `each` its body for every element;
 * otherwise `otherwise`.
 */
export function scopedBodies<Body>(block: TemplateBlock<Body>, scene: EvaluationContext): readonly ScopedBody<Body>[] {
  if (block.kind === "if") {
    const body = block.branches.find((branch) => holds(branch.test, scene))?.body ?? block.otherwise;
    return body === undefined ? [] : [{ body, scene }];
  }
  const turns = turnsOf(block.ref, scene);
  if (turns.length > 0) return turns.map((turn) => ({ body: block.body, scene: { ...scene, turn } }));
  return block.otherwise === undefined ? [] : [{ body: block.otherwise, scene }];
}

/** `0` and `{}` count as given; `false`, `""` and `[]` don't. */
function holds(test: TemplateTest, scene: EvaluationContext): boolean {
  const value = lookUp(test.ref, scene);
  const positive = test.kind === "equals" ? value === test.literal : isGiven(value);
  return positive !== test.negated;
}

function isGiven(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === false || value === "") return false;
  return !(Array.isArray(value) && value.length === 0);
}

function turnsOf(ref: ValueRef, scene: EvaluationContext): readonly Iteration[] {
  const value = lookUp(ref, scene);
  const name = placeholderName(ref, scene);
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) => ({
      item,
      key: index,
      index,
      last: index === value.length - 1,
      name: `${name}[${index}]`,
    }));
  }
  if (!isJsonObject(value)) return [];
  const keys = Object.keys(value);
  return keys.map((key, index) => ({ item: value[key] ?? null, key, index, last: index === keys.length - 1, name: `${name}.${key}` }));
}

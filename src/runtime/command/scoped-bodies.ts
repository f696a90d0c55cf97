import type { TemplateBlock, TemplateTest, ValueRef } from "../contract/text-template.js";
import { isJsonObject, type JsonValue } from "../json/json-value.js";
import { type EvaluationContext, type Iteration, lookUp, placeholderName } from "./placeholder-scope.js";

/** The bodies that a block evaluates, each with its scope. */
export interface ScopedBody<Body> {
  readonly body: Body;
  readonly context: EvaluationContext;
}

/**
 * Selects the bodies of a block: for `if` the first branch whose test holds, for `each` its body for every element;
 * otherwise `otherwise`.
 */
export function scopedBodies<Body>(block: TemplateBlock<Body>, context: EvaluationContext): readonly ScopedBody<Body>[] {
  if (block.kind === "if") {
    const body = block.branches.find((branch) => holds(branch.test, context))?.body ?? block.otherwise;
    return body === undefined ? [] : [{ body, context }];
  }
  const iterations = iterationsOf(block.ref, context);
  if (iterations.length > 0) return iterations.map((iteration) => ({ body: block.body, context: { ...context, iteration } }));
  return block.otherwise === undefined ? [] : [{ body: block.otherwise, context }];
}

/** `0` and `{}` count as given; `false`, `""` and `[]` don't. */
function holds(test: TemplateTest, context: EvaluationContext): boolean {
  const value = lookUp(test.ref, context);
  const positive = test.kind === "equals" ? value === test.literal : isGiven(value);
  return positive !== test.negated;
}

function isGiven(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === false || value === "") return false;
  return !(Array.isArray(value) && value.length === 0);
}

function iterationsOf(ref: ValueRef, context: EvaluationContext): readonly Iteration[] {
  const value = lookUp(ref, context);
  const name = placeholderName(ref, context);
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

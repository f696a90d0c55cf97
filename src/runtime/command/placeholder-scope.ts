import type { Problem } from "../contract/problem.js";
import type { ValueRef } from "../contract/text-template.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.js";

/**
 * The values that placeholders can use. `specDir` and `workspace` are absolute; `order` is the schema's order of
 * parameters.
 */
export interface PlaceholderScope {
  readonly params: JsonObject;
  readonly order: readonly string[];
  readonly specDir: string;
  readonly workspace: string;
  /** The call's own folder; `""` for a tool that has none. */
  readonly tempDir?: string;
  /** The paths of the call's own files; absent ones are missing. */
  readonly temp?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
  /** The text for the model, for templates about a finished call. */
  readonly output?: string;
  /** The result as data, after `output.select` and `output.schema`. */
  readonly data?: JsonValue;
}

/** One iteration of an `each`. `name` is what messages call the element. */
export interface Iteration {
  readonly item: JsonValue;
  readonly key: string | number;
  readonly index: number;
  readonly last: boolean;
  readonly name: string;
}

/** The evaluation context of a template. */
export interface EvaluationContext {
  readonly scope: PlaceholderScope;
  readonly iteration: Iteration | undefined;
  /** True if an absent placeholder empties the text around it, as in arguments; otherwise it prints nothing. */
  readonly absenceSpreads: boolean;
  /** Collects the problems, so that a model learns of all of them at once. */
  readonly problems: Problem[];
}

/** Returns the value of a placeholder; `undefined` if it is absent. In texts, `null` is absent, too. */
export function lookUp(ref: ValueRef, { scope, iteration }: EvaluationContext): JsonValue | undefined {
  switch (ref.from) {
    case "param":
      return descend(scope.params, ref.path);
    case "item":
      return descend(iteration?.item, ref.path);
    case "output":
      return descend(scope.data, ref.path);
    case "each":
      return iteration === undefined ? undefined : eachValue(iteration, ref.name);
    case "call":
      return ref.name === "params" ? inOrder(scope) : scope[ref.name];
    case "temp":
      return scope.temp?.[ref.name];
    case "secret":
      return scope.secrets?.[ref.name];
  }
}

/** Returns the name of a placeholder in messages: the parameter that a model can change. */
export function placeholderName(ref: ValueRef, { iteration }: EvaluationContext): string {
  switch (ref.from) {
    case "param":
      return ref.path.join(".");
    case "item":
      return [iteration?.name ?? "this", ...ref.path].join(".");
    case "output":
      return ["@output", ...ref.path].join(".");
    case "each":
      return `@${ref.name} of ${iteration?.name ?? "each"}`;
    case "call":
      return `@${ref.name}`;
    case "temp":
    case "secret":
      return `@${ref.from}.${ref.name}`;
  }
}

function descend(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let here = value;
  for (const key of path) here = isJsonObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
  return here;
}

function eachValue(iteration: Iteration, name: "index" | "key" | "first" | "last"): JsonValue {
  return name === "first" ? iteration.index === 0 : iteration[name];
}

/** Parameters in the schema's order, then the undeclared ones of an open schema. */
function inOrder({ params, order }: PlaceholderScope): JsonObject {
  const declared = order.filter((name) => Object.hasOwn(params, name)).map((name) => [name, params[name] as JsonValue] as const);
  return { ...Object.fromEntries(declared), ...params };
}

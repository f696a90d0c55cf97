import type { Problem } from "../contract/problem.js";
import type { Ref } from "../contract/template.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.js";

/** What placeholders may name. `specDir` and `workspace` are absolute; `order` is the schema's order of parameters. */
export interface PlaceholderScope {
  readonly params: JsonObject;
  readonly order: readonly string[];
  readonly specDir: string;
  readonly workspace: string;
  /** The folder of the call's own; `""` for a tool that has none. */
  readonly tempDir?: string;
  /** Where the files of the call's own are; absent ones are missing. */
  readonly temp?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
  /** What the model gets, for texts about a call that is over. */
  readonly output?: string;
  /** The result as data, as `output.select` and `output.schema` leave it. */
  readonly data?: JsonValue;
}

/** One turn of an `each`. `name` is how messages call the element. */
export interface Iteration {
  readonly item: JsonValue;
  readonly key: string | number;
  readonly index: number;
  readonly last: boolean;
  readonly name: string;
}

/** Where a template is evaluated. */
export interface EvaluationContext {
  readonly scope: PlaceholderScope;
  readonly turn: Iteration | undefined;
  /** Whether an absent placeholder empties the text around it, as in arguments, or prints nothing. */
  readonly absenceSpreads: boolean;
  /** Gathers what must be refused, so that a model learns of all of it at once. */
  readonly problems: Problem[];
}

/** The value that a placeholder names; `undefined` where it is absent. `null` is absent. */
export function lookUp(ref: Ref, { scope, turn }: EvaluationContext): JsonValue | undefined {
  switch (ref.from) {
    case "param":
      return descend(scope.params, ref.path);
    case "item":
      return descend(turn?.item, ref.path);
    case "output":
      return descend(scope.data, ref.path);
    case "each":
      return turn === undefined ? undefined : eachValue(turn, ref.name);
    case "call":
      return ref.name === "params" ? inOrder(scope) : scope[ref.name];
    case "temp":
      return scope.temp?.[ref.name];
    case "secret":
      return scope.secrets?.[ref.name];
  }
}

/** What messages call a placeholder: the parameter that a model can change. */
export function placeholderName(ref: Ref, { turn }: EvaluationContext): string {
  switch (ref.from) {
    case "param":
      return ref.path.join(".");
    case "item":
      return [turn?.name ?? "this", ...ref.path].join(".");
    case "output":
      return ["@output", ...ref.path].join(".");
    case "each":
      return `@${ref.name} of ${turn?.name ?? "each"}`;
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
  return here ?? undefined;
}

function eachValue(turn: Iteration, name: "index" | "key" | "first" | "last"): JsonValue {
  return name === "first" ? turn.index === 0 : turn[name];
}

/** Parameters in the schema's order, then whatever else an open schema let through. */
function inOrder({ params, order }: PlaceholderScope): JsonObject {
  const declared = order.filter((name) => Object.hasOwn(params, name)).map((name) => [name, params[name] as JsonValue] as const);
  return { ...Object.fromEntries(declared), ...params };
}

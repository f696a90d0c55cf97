import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic, Span } from "../../diagnostics/diagnostic.js";
import type { Ref } from "../../runtime/contract/template.js";
import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";
import { closest } from "../../runtime/text/closest.js";
import { elementVariants, entryKeys, entryValues, type JsonType, parameterNames, typesOf, variants, variantsAt } from "../schema/types.js";
import type { Expression, Range } from "./nodes.js";

/** The possible meanings of names in a template, and the log of its mistakes. */
export interface TemplateScope {
  /** The checked argument schema. */
  readonly schema: JsonObject;
  /** The `each` around this position, if there is one. */
  readonly each: EachScope | undefined;
  readonly place: (range: Range) => Span;
  readonly log: Diagnostic[];
  /** Top-level parameters that templates use, collected while they are compiled. */
  readonly used: Set<string>;
  readonly own: OwnNames;
}

/** The values of a call besides its arguments, by the names in the spec. */
export interface OwnNames {
  readonly tempFiles: readonly string[];
  readonly secrets: readonly string[];
  /** True if a secret is allowed in this template, because its text isn't shown. */
  readonly takesSecrets: boolean;
  /** For a template about a finished call, which may name its output: the checked `output.schema`, if there is one. */
  readonly after?: { readonly outputSchema: JsonObject | undefined };
  /** Which of them templates use (`tempDir`, `temp.body`, `secret.TOKEN`), collected while they are compiled. */
  readonly used: Set<string>;
}

interface EachScope {
  /** The schema of the elements. */
  readonly root: JsonObject;
  readonly selector: readonly string[];
  readonly items: readonly JsonObject[];
  readonly overObject: boolean;
  /** The possible keys of the object. */
  readonly keys: readonly JsonObject[];
}

/** A resolved name: what the runtime looks up, its path in the arguments, and its possible types. */
export interface Resolved {
  readonly ref: Ref;
  /** The path in the arguments (`xs`, `[]`, `y`); empty for a value that isn't an argument. */
  readonly selector: readonly string[];
  readonly variants: readonly JsonObject[];
  /** The schema that contains the variants, to which their references are relative. */
  readonly root: JsonObject;
  readonly range: Range;
  readonly written: string;
}

const contextNames = ["params", "specDir", "workspace", "tempDir", "output"] as const;
const eachNames = ["index", "key", "first", "last"] as const;

/** Resolves a name, or reports why it has no meaning here. */
export function resolve(expression: Expression, scope: TemplateScope): Resolved | undefined {
  const own = ownMeant(expression, scope);
  if (own !== undefined) return unknown(expression, scope, own);
  if (expression.data) return resolveData(expression, scope);
  if (expression.depth > 1) return unknown(expression, scope, { help: "There is one level: {{../x}} is a parameter." });
  if (expression.depth === 1 && scope.each === undefined) return unknown(expression, scope, { help: "Outside each, write {{x}}." });
  if (expression.self || (expression.parts.length === 0 && expression.depth === 0)) {
    const each = scope.each;
    if (each === undefined) return unknown(expression, scope, { help: "'this' has a meaning only inside each. Name a parameter." });
    return descend(
      { expression, ref: { from: "item", path: expression.parts }, base: each.selector, root: each.root, start: each.items },
      scope,
    );
  }
  if (scope.each !== undefined && expression.depth === 0) {
    const name = expression.written;
    const didYouMean = closest(name, ["this", "@index", "@key"]);
    return unknown(expression, scope, {
      didYouMean,
      help: `Inside each, write {{this.${name}}} for the element's, {{../${name}}} for the parameter.`,
    });
  }
  const [name] = expression.parts;
  if (name === undefined) return unknown(expression, scope, { help: "Name a parameter after '../'." });
  const start = variants({ root: scope.schema, schema: scope.schema });
  if (variantsAt(scope.schema, [name]).length === 0) {
    const known = parameterNames(scope.schema);
    // Other languages have all parameters in one object.
    const [inside] = expression.parts.slice(1);
    const didYouMean = inside !== undefined && known.includes(inside) ? expression.parts.slice(1).join(".") : closest(name, known);
    const ends = ["end", "endif", "endfor", "fi"].includes(name)
      ? "A block is closed by its own name: {{/if}}, {{/unless}}, {{/each}}."
      : undefined;
    return unknown(expression, scope, { didYouMean, help: ends });
  }
  scope.used.add(name);
  return descend({ expression, ref: { from: "param", path: expression.parts }, base: [], root: scope.schema, start }, scope);
}

/** Resolves the elements of a list: also the output itself, which stands for its text elsewhere. */
export function resolveList(expression: Expression, scope: TemplateScope): Resolved | undefined {
  const isOutput = expression.data && expression.parts.length === 1 && expression.parts[0] === "output";
  const schema = isOutput ? scope.own.after?.outputSchema : undefined;
  return schema === undefined ? resolve(expression, scope) : outputAt([], schema, expression, scope);
}

interface Descent {
  readonly expression: Expression;
  /** The schema of `start`. */
  readonly root: JsonObject;
  readonly ref: Ref;
  readonly base: readonly string[];
  readonly start: readonly JsonObject[];
  /** The steps to take, if they aren't all that is written. */
  readonly path?: readonly string[];
}

function descend(descent: Descent, scope: TemplateScope): Resolved | undefined {
  const { expression, root, start, path = expression.parts } = descent;
  let at = start;
  for (const [depth, part] of path.entries()) {
    const objects = at.filter((variant) => typesOf(variant).includes("object"));
    if (objects.length === 0) {
      const what = depth === 0 ? wholeOf(descent.ref) : path.slice(0, depth).join(".");
      scope.log.push(
        diagnostic("path-into-scalar", scope.place(expression.range), { path: expression.written, part: what, type: typeNames(at) }),
      );
      return undefined;
    }
    const next = objects.flatMap((variant) => property(root, variant, part));
    if (next.length === 0) {
      const near = closest(
        part,
        objects.flatMap((v) => (isJsonObject(v.properties) ? Object.keys(v.properties) : [])),
      );
      const above = expression.written.slice(0, expression.written.lastIndexOf(path.slice(depth).join(".")));
      return unknown(expression, scope, {
        didYouMean: near && `${above}${near}`,
        help: "Name a property that the schema declares there.",
      });
    }
    at = next;
  }
  return {
    ref: descent.ref,
    selector: [...descent.base, ...path],
    variants: at,
    root,
    range: expression.range,
    written: expression.written,
  };
}

const wholeOf = (ref: Ref) => (ref.from === "output" ? "the output" : "the element");

/** A field of the output by its path, which `output.schema` must declare. */
function outputAt(path: readonly string[], schema: JsonObject, expression: Expression, scope: TemplateScope): Resolved | undefined {
  const start = variants({ root: schema, schema });
  return descend({ expression, ref: { from: "output", path }, base: ["@output"], root: schema, start, path }, scope);
}

function resolveOutput(expression: Expression, path: readonly string[], scope: TemplateScope): Resolved | undefined {
  const schema = scope.own.after?.outputSchema;
  if (schema !== undefined) return outputAt(path, schema, expression, scope);
  scope.log.push(diagnostic("undeclared-output", scope.place(expression.range), { name: expression.written }));
  return undefined;
}

function property(root: JsonObject, variant: JsonObject, key: string): readonly JsonObject[] {
  const holder: JsonObject = root.$defs === undefined ? variant : { ...variant, $defs: root.$defs };
  return variantsAt(holder, [key]);
}

function resolveData(expression: Expression, scope: TemplateScope): Resolved | undefined {
  const [name = "", ...rest] = expression.parts;
  const [key] = rest;
  if ((name === "temp" || name === "secret") && key !== undefined && rest.length === 1)
    return resolveOwn({ from: name, name: key }, expression, scope);
  if (name === "output" && rest.length > 0 && scope.own.after !== undefined) return resolveOutput(expression, rest, scope);
  const own = here(scope).find((known) => known === name);
  if (own !== undefined && rest.length === 0) {
    if (own === "params") for (const key of parameterNames(scope.schema)) scope.used.add(key);
    if (own === "tempDir") scope.own.used.add(own);
    const type = own === "params" ? "object" : "string";
    return {
      ref: { from: "call", name: own },
      selector: [],
      variants: [{ type }],
      root: scope.schema,
      range: expression.range,
      written: expression.written,
    };
  }
  const inEach = eachNames.find((known) => known === name);
  if (inEach !== undefined && rest.length === 0 && scope.each !== undefined) {
    if (inEach === "key" && !scope.each.overObject) return unknown(expression, scope, { help: "An array has no keys: write {{@index}}." });
    return {
      ref: { from: "each", name: inEach },
      selector: [],
      variants: eachVariants(inEach, scope.each),
      root: scope.each.root,
      range: expression.range,
      written: expression.written,
    };
  }
  const known = (scope.each === undefined ? here(scope) : [...here(scope), ...eachNames]).map((k) => `@${k}`);
  if (inEach !== undefined) return unknown(expression, scope, { help: `@${name} has a meaning only inside each.` });
  return unknown(expression, scope, {
    didYouMean: closest(`@${name}`, known),
    help: `Besides parameters there are ${known.join(", ")} here.`,
  });
}

/**
 * Returns how to name a secret or a temporary file that a template names without its prefix, as `{{TOKEN}}` or
 * `{{secrets.TOKEN}}`.
 */
function ownMeant({ data, parts }: Expression, { own, schema }: TemplateScope): Parameters<typeof unknown>[2] | undefined {
  const [first = "", second] = parts;
  if (parameterNames(schema).includes(first) || (data && second !== undefined && ["temp", "secret"].includes(first))) return undefined;
  const isPrefixed = second !== undefined && /^(?:secrets?|env|temp|tempFiles)$/.test(first);
  const name = isPrefixed ? second : first;
  if (parts.length !== (isPrefixed ? 2 : 1)) return undefined;
  if (own.tempFiles.includes(name)) return { help: `The path of the temporary file is {{@temp.${name}}}.` };
  if (!own.secrets.includes(name)) return undefined;
  return {
    help: own.takesSecrets
      ? `The secret is written {{@secret.${name}}}.`
      : `A program finds the secret in its environment as ${name}. A template names it {{@secret.${name}}}, in \`env.set\`, \`stdin\`, \`tempFiles\` and \`http.headers\` alone.`,
  };
}

/** Before a call there is no output, and after it its folder is gone. */
const here = ({ own }: TemplateScope) => contextNames.filter((name) => (own.after !== undefined ? name !== "tempDir" : name !== "output"));

/** A file or a secret that the spec declares; secrets aren't allowed where others could read them. */
function resolveOwn(ref: Extract<Ref, { from: "temp" | "secret" }>, expression: Expression, scope: TemplateScope): Resolved | undefined {
  const { from, name } = ref;
  const known = from === "temp" ? scope.own.tempFiles : scope.own.secrets;
  if (!known.includes(name)) {
    const key = from === "temp" ? "tempFiles" : "secrets";
    return unknown(expression, scope, { didYouMean: prefixed(from, closest(name, known)), help: `Declare it under \`${key}\`.` });
  }
  if (from === "secret" && !scope.own.takesSecrets) {
    scope.log.push(diagnostic("secret-shown", scope.place(expression.range), { name }));
    return undefined;
  }
  scope.own.used.add(`${from}.${name}`);
  return { ref, selector: [], variants: [{ type: "string" }], root: scope.schema, range: expression.range, written: expression.written };
}

const prefixed = (from: string, name: string | undefined) => name && `@${from}.${name}`;

function eachVariants(name: "index" | "key" | "first" | "last", each: EachScope): readonly JsonObject[] {
  if (name === "index") return [{ type: "integer", minimum: 0 }];
  return name === "key" ? each.keys : [{ type: "boolean" }];
}

/**
 * Returns the scope inside the body of an `each` over a resolved name; reports a name that can't be iterated. An `each`
 * can't be inside another one.
 */
export function enterEach(over: Resolved, scope: TemplateScope): TemplateScope | undefined {
  if (scope.each !== undefined) return undefined;
  const types = new Set(over.variants.flatMap(typesOf));
  types.delete("null");
  const overObject = types.has("object");
  if (types.size !== 1 || !(overObject || types.has("array"))) {
    scope.log.push(diagnostic("not-a-list", scope.place(over.range), { name: over.written, type: typeNames(over.variants) }));
    return undefined;
  }
  const items = over.variants.flatMap((v) => (overObject ? entryValues(over.root, v) : elementVariants(over.root, v)));
  const keys = overObject ? over.variants.flatMap((v) => entryKeys(over.root, v)) : [];
  return { ...scope, each: { root: over.root, selector: [...over.selector, overObject ? "*" : "[]"], items, overObject, keys } };
}

/** Any element of an array: the beginning of a joined text. */
export function elementOf(array: Resolved): Resolved {
  const variants = array.variants.flatMap((variant) => elementVariants(array.root, variant));
  return { ...array, selector: [...array.selector, "[]"], variants };
}

/** The types that some variants admit, in words: `string or null`, `any type`. */
export function typeNames(all: readonly JsonObject[]): string {
  const types = new Set<JsonType>(all.flatMap(typesOf));
  if (types.size === 7) return "any type";
  if (types.has("number")) types.delete("integer");
  return [...types].join(" or ");
}

function unknown(
  expression: Expression,
  scope: TemplateScope,
  extra: { readonly didYouMean?: string | undefined; readonly help?: string | undefined },
): undefined {
  scope.log.push(diagnostic("unknown-name", scope.place(expression.range), { name: expression.written }, extra));
  return undefined;
}

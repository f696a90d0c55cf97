import { diagnostic } from "../../contract/diagnostic-codes.js";
import { isJsonObject, type JsonObject } from "../../contract/json-value.js";
import { closest } from "../../contract/names.js";
import { parameterNames, typeNames, typesOf, variants, variantsAt } from "../../contract/schema-variants.js";
import type { ValueRef } from "../../contract/text-template.js";
import type { Expression } from "../template-syntax.js";
import { type EachScope, type Resolved, reportUnknownName, type TemplateScope } from "./template-scope.js";

/** Resolves a name, or reports why it has no meaning here. */
export function resolveName(expression: Expression, scope: TemplateScope): Resolved | undefined {
  const own = ownMeant(expression, scope);
  if (own !== undefined) return reportUnknownName(expression, scope, own);
  if (expression.data) return resolveData(expression, scope);
  if (expression.depth > 1) return reportUnknownName(expression, scope, { help: "There is one level: {{../x}} is a parameter." });
  if (expression.depth === 1 && scope.each === undefined)
    return reportUnknownName(expression, scope, { help: "Outside each, write {{x}}." });
  if (expression.self || (expression.parts.length === 0 && expression.depth === 0)) {
    const each = scope.each;
    if (each === undefined)
      return reportUnknownName(expression, scope, { help: "'this' has a meaning only inside each. Name a parameter." });
    return followPath(
      { expression, ref: { from: "item", path: expression.parts }, base: each.selector, root: each.root, start: each.items },
      scope,
    );
  }
  if (scope.each !== undefined && expression.depth === 0) {
    const name = expression.written;
    const didYouMean = closest(name, ["this", "@index", "@key"]);
    return reportUnknownName(expression, scope, {
      didYouMean,
      help: `Inside each, write {{this.${name}}} for the element's, {{../${name}}} for the parameter.`,
    });
  }
  const [name] = expression.parts;
  if (name === undefined) return reportUnknownName(expression, scope, { help: "Name a parameter after '../'." });
  const start = variantsAt(scope.schema, []);
  if (variantsAt(scope.schema, [name]).length === 0) {
    const declaredNames = parameterNames(scope.schema);
    // Other languages have all parameters in one object.
    const [inside] = expression.parts.slice(1);
    const didYouMean =
      inside !== undefined && declaredNames.includes(inside) ? expression.parts.slice(1).join(".") : closest(name, declaredNames);
    const ends = ["end", "endif", "endfor", "fi"].includes(name)
      ? "A block is closed by its own name: {{/if}}, {{/unless}}, {{/each}}."
      : undefined;
    return reportUnknownName(expression, scope, { didYouMean, help: ends });
  }
  scope.used.add(name);
  return followPath({ expression, ref: { from: "param", path: expression.parts }, base: [], root: scope.schema, start }, scope);
}

/** Resolves the elements of a list: also the output itself, which stands for its text elsewhere. */
export function resolveList(expression: Expression, scope: TemplateScope): Resolved | undefined {
  const isOutput = expression.data && expression.parts.length === 1 && expression.parts[0] === "output";
  const schema = isOutput ? scope.own.after?.outputSchema : undefined;
  return schema === undefined ? resolveName(expression, scope) : outputAt([], schema, expression, scope);
}

/**
 * Returns how to name a secret or a temporary file that a template names without its prefix, as `{{TOKEN}}` or
 * `{{secrets.TOKEN}}`.
 */
function ownMeant({ data, parts }: Expression, { own, schema }: TemplateScope): Parameters<typeof reportUnknownName>[2] | undefined {
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
      : `A program finds the secret in its environment as ${name}. A template names it {{@secret.${name}}}, in \`env.set\`, \`stdin\`, \`tempFiles\`, and the headers, query and body of \`http\` alone.`,
  };
}

const contextNames = ["params", "specDir", "workspace", "tempDir", "output"] as const;
const eachNames = ["index", "key", "first", "last"] as const;

/** Resolves a name that begins with `@`: values of a call besides its arguments. */
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
    if (inEach === "key" && !scope.each.overObject)
      return reportUnknownName(expression, scope, { help: "An array has no keys: write {{@index}}." });
    return {
      ref: { from: "each", name: inEach },
      selector: [],
      variants: eachVariants(inEach, scope.each),
      root: scope.each.root,
      range: expression.range,
      written: expression.written,
    };
  }
  const dataNames = (scope.each === undefined ? here(scope) : [...here(scope), ...eachNames]).map((k) => `@${k}`);
  if (inEach !== undefined) return reportUnknownName(expression, scope, { help: `@${name} has a meaning only inside each.` });
  return reportUnknownName(expression, scope, {
    didYouMean: closest(`@${name}`, dataNames),
    help: `Besides parameters there are ${dataNames.join(", ")} here.`,
  });
}

/** Before a call there is no output, and after it its folder is gone. */
const here = ({ own }: TemplateScope) => contextNames.filter((name) => (own.after !== undefined ? name !== "tempDir" : name !== "output"));

/** A file or a secret that the spec declares; secrets aren't allowed where others could read them. */
function resolveOwn(
  ref: Extract<ValueRef, { from: "temp" | "secret" }>,
  expression: Expression,
  scope: TemplateScope,
): Resolved | undefined {
  const { from, name } = ref;
  const declaredNames = from === "temp" ? scope.own.tempFiles : scope.own.secrets;
  if (!declaredNames.includes(name)) {
    const key = from === "temp" ? "tempFiles" : "secrets";
    return reportUnknownName(expression, scope, {
      didYouMean: prefixed(from, closest(name, declaredNames)),
      help: `Declare it under \`${key}\`.`,
    });
  }
  if (from === "secret" && !scope.own.takesSecrets) {
    scope.log.push(diagnostic("secret-shown", scope.locate(expression.range), { name }));
    return undefined;
  }
  scope.own.used.add(`${from}.${name}`);
  return { ref, selector: [], variants: [{ type: "string" }], root: scope.schema, range: expression.range, written: expression.written };
}

const prefixed = (from: string, name: string | undefined) => name && `@${from}.${name}`;

/** A field of the output by its path, which `output.schema` must declare. */
function outputAt(path: readonly string[], schema: JsonObject, expression: Expression, scope: TemplateScope): Resolved | undefined {
  const start = variants({ root: schema, schema });
  return followPath({ expression, ref: { from: "output", path }, base: ["@output"], root: schema, start, path }, scope);
}

function resolveOutput(expression: Expression, path: readonly string[], scope: TemplateScope): Resolved | undefined {
  const schema = scope.own.after?.outputSchema;
  if (schema !== undefined) return outputAt(path, schema, expression, scope);
  scope.log.push(diagnostic("undeclared-output", scope.locate(expression.range), { name: expression.written }));
  return undefined;
}

function eachVariants(name: "index" | "key" | "first" | "last", each: EachScope): readonly JsonObject[] {
  if (name === "index") return [{ type: "integer", minimum: 0 }];
  return name === "key" ? each.keys : [{ type: "boolean" }];
}

/** The steps from a value to one of its properties, by its path. */
interface Descent {
  readonly expression: Expression;
  /** The schema of `start`. */
  readonly root: JsonObject;
  readonly ref: ValueRef;
  readonly base: readonly string[];
  readonly start: readonly JsonObject[];
  /** The steps to take, if they aren't all that is written. */
  readonly path?: readonly string[];
}

/** Follows a path through the schema, or reports the step that it does not declare. */
function followPath(descent: Descent, scope: TemplateScope): Resolved | undefined {
  const { expression, root, start, path = expression.parts } = descent;
  let at = start;
  for (const [depth, part] of path.entries()) {
    const objects = at.filter((variant) => typesOf(variant).includes("object"));
    if (objects.length === 0) {
      const what = depth === 0 ? wholeOf(descent.ref) : path.slice(0, depth).join(".");
      scope.log.push(
        diagnostic("path-into-scalar", scope.locate(expression.range), { path: expression.written, part: what, type: typeNames(at) }),
      );
      return undefined;
    }
    const next = objects.flatMap((variant) => property(root, variant, part));
    if (next.length === 0) {
      const suggestion = closest(
        part,
        objects.flatMap((v) => (isJsonObject(v.properties) ? Object.keys(v.properties) : [])),
      );
      const above = expression.written.slice(0, expression.written.lastIndexOf(path.slice(depth).join(".")));
      return reportUnknownName(expression, scope, {
        didYouMean: suggestion && `${above}${suggestion}`,
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

const wholeOf = (ref: ValueRef) => (ref.from === "output" ? "the output" : "the element");

function property(root: JsonObject, variant: JsonObject, key: string): readonly JsonObject[] {
  const holder: JsonObject = root.$defs === undefined ? variant : { ...variant, $defs: root.$defs };
  return variantsAt(holder, [key]);
}

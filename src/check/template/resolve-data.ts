import { diagnostic } from "../../diagnostics/codes.js";
import type { ValueRef } from "../../runtime/contract/text-template.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { closest } from "../../runtime/text/closest.js";
import { parameterNames, variants } from "../schema/types.js";
import { followPath } from "./follow-path.js";
import type { Expression } from "./nodes.js";
import { reportUnknownName } from "./report-unknown-name.js";
import type { EachScope, Resolved, TemplateScope } from "./template-scope.js";

const contextNames = ["params", "specDir", "workspace", "tempDir", "output"] as const;
const eachNames = ["index", "key", "first", "last"] as const;

/** Resolves a name that begins with `@`: values of a call besides its arguments. */
export function resolveData(expression: Expression, scope: TemplateScope): Resolved | undefined {
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
export function outputAt(path: readonly string[], schema: JsonObject, expression: Expression, scope: TemplateScope): Resolved | undefined {
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

import { closest } from "../../runtime/text/closest.js";
import { parameterNames, variantsAt } from "../schema/types.js";
import { followPath } from "./follow-path.js";
import type { Expression } from "./nodes.js";
import { reportUnknownName } from "./report-unknown-name.js";
import { outputAt, resolveData } from "./resolve-data.js";
import type { Resolved, TemplateScope } from "./template-scope.js";

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

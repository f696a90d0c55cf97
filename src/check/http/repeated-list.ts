import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { TextTemplate } from "../../runtime/contract/text-template.js";
import type { ScalarNode } from "../../source/spec-node.js";
import { isUntyped, typesOf } from "../schema/types.js";
import { scopeFor, type TemplateContext } from "../template/check-text.js";
import { elementOf, enterEach } from "../template/enter-each.js";
import type { BlockNode, TemplateNode } from "../template/nodes.js";
import { parseTemplate } from "../template/parse-template.js";
import { resolveName } from "../template/resolve-name.js";
import type { TemplateScope } from "../template/template-scope.js";

/**
 * Compiles an entry of a query or a form that is only a list, `{{tags}}`, as `{{#each tags}}{{this}}{{/each}}`, which
 * repeats the entry for each element. Returns `undefined` for any other entry.
 */
export function repeatedList(scalar: ScalarNode, context: TemplateContext): TextTemplate | undefined {
  const [[only, ...others]] = parseTemplate(scalar);
  if (only?.kind !== "value" || others.length > 0) return undefined;
  const scope = scopeFor(scalar, context, []);
  const value = resolveName(only.of, scope);
  const isList =
    value !== undefined &&
    value.variants.length > 0 &&
    value.variants.every(
      (variant) =>
        typesOf(variant)
          .filter((type) => type !== "null")
          .join() === "array",
    );
  if (!isList || enterEach(value, scope) === undefined) return undefined;
  const { variants } = elementOf(value);
  const isScalar = !variants.some((one) => isUntyped(one) || typesOf(one).some((type) => type === "array" || type === "object"));
  if (!isScalar) return undefined;
  const body = [{ kind: "value", ref: { from: "item", path: [] }, mayDash: true }] as const;
  return [{ kind: "block", block: { kind: "each", ref: value.ref, body } }];
}

/**
 * Reports each `each` among other text that writes elements with nothing between them: a server could not tell them
 * apart.
 */
export function gluedLists(scalar: ScalarNode, scope: TemplateScope): readonly Diagnostic[] {
  const [nodes] = parseTemplate(scalar);
  // An entry that is only an `each` is repeated.
  if (nodes.length === 1 && nodes[0]?.kind === "each") return [];
  return eachIn(nodes).flatMap(({ of, body }) =>
    body.length === 0 || hasText(body) ? [] : [diagnostic("glued-list", scope.locate(of.range), { name: of.written })],
  );
}

type Each = Extract<BlockNode, { readonly kind: "each" }>;

const eachIn = (nodes: readonly TemplateNode[]): readonly Each[] =>
  nodes.flatMap((node): readonly Each[] => (node.kind === "each" ? [node] : node.kind === "if" ? bodiesOf(node).flatMap(eachIn) : []));

const hasText = (nodes: readonly TemplateNode[]): boolean =>
  nodes.some((node) => (node.kind === "text" ? node.text !== "" : node.kind === "if" && bodiesOf(node).some(hasText)));

const bodiesOf = (node: Extract<BlockNode, { readonly kind: "if" }>): readonly (readonly TemplateNode[])[] => [
  ...node.branches.map(({ body }) => body),
  node.otherwise ?? [],
];

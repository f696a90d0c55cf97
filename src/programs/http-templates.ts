import type { Diagnostic } from "../contract/diagnostic.js";
import { diagnostic } from "../contract/diagnostic-codes.js";
import type { JsonObject } from "../contract/json-value.js";
import { isUntyped, typesOf } from "../contract/schema-variants.js";
import type { ScalarNode, SpecPositions } from "../contract/spec-node.js";
import type { TextTemplate } from "../contract/text-template.js";
import { bodies, silent } from "./template/flatten.js";
import { resolveName } from "./template/resolve-name.js";
import { elementOf, enterEach, type TemplateScope } from "./template/template-scope.js";
import { scopeFor, type TemplateContext } from "./template.js";
import { type BlockNode, parseTemplate, type TemplateNode } from "./template-syntax.js";

/**
 * Checks the address of a request, whose template is valid: a value before the path would choose who receives the
 * request and its secrets, so it must be an enum.
 */
export function checkUrl(tool: SpecPositions, context: TemplateContext): readonly Diagnostic[] {
  const scalar = tool.scalar(["http", "url"]);
  if (scalar === undefined) return [];
  const [nodes] = parseTemplate(scalar);
  const log: Diagnostic[] = [];
  const [first] = nodes;
  const lead = first?.kind === "text" ? first.text : "";
  const sample = hasWrongScheme(lead) ? `${lead}x` : read(nodes, silent(scopeFor(scalar, context, [])), { before: "", log });
  if (log.length > 0) return log;
  const problem = problemOf(sample);
  return problem === undefined
    ? []
    : [diagnostic("bad-url", tool.at(["http", "url"]), { problem }, { help: helpFor(sample, scalar.text) })];
}

interface UrlSoFar {
  readonly before: string;
  readonly log: Diagnostic[];
}

function read(nodes: readonly TemplateNode[], scope: TemplateScope, { before, log }: UrlSoFar): string {
  let url = before;
  for (const node of nodes) {
    if (node.kind === "text") url += node.text;
    else if (node.kind === "if" || node.kind === "each") {
      const ends = bodies(node, scope).map((body) => read(body.nodes, body.scope, { before: url, log }));
      url = leastOf(node.otherwise === undefined ? [...ends, url] : ends);
    } else {
      const value = resolveName(node.of, scope);
      const chosen = value?.variants.flatMap(choices) ?? [];
      const isEnum = node.kind === "value" && value?.variants.every((variant) => choices(variant).length > 0);
      if (isInOrigin(url) && !isEnum) log.push(diagnostic("placeholder-host", scope.locate(node.range), { name: value?.written ?? "" }));
      url = isEnum && isInOrigin(url) ? leastOf(chosen.map((choice) => `${url}${choice}`)) : `${url}x`;
    }
  }
  return url;
}

/** Returns one of several beginnings of a URL after which a value could still be part of the host. */
const leastOf = (urls: readonly string[]): string => urls.find(isInOrigin) ?? urls[0] ?? "";

const choices = (variant: JsonObject): readonly unknown[] =>
  variant.const !== undefined ? [variant.const] : Array.isArray(variant.enum) ? variant.enum : [];

/**
 * Returns true if the following text would still be part of scheme, host or port. A URL's parser skips extra slashes.
 */
const isInOrigin = (url: string) => !/^https?:\/\/[^/?#\\@]+[/?#]/i.test(url);

/** A constant host after another scheme, or without one: no value can choose it, so the scheme is the mistake. */
const hasWrongScheme = (lead: string) => !/^https?:\/\//i.test(lead) && /^(?:[a-z][a-z0-9+.-]*:)?\/{0,2}[^/?#\\@]+[/?#]/i.test(lead);

/**
 * Returns how to write the address with another scheme, or without one. `written` is the template that `url` is a
 * sample of.
 */
function helpFor(url: string, written: string): string | undefined {
  const scheme = schemeOf(url);
  if (scheme === undefined) return /^[\w-]+(?:\.[\w-]+)+(?:[:/?]|$)/.test(url) ? `Write it whole: \`https://${written}\`.` : undefined;
  return /^https?$/i.test(scheme)
    ? undefined
    : `Use 'https://' if the server has it. For '${scheme}:' run a program that speaks it: \`command: [curl, --fail, --silent, "${scheme}://…"]\`.`;
}

const schemeOf = (url: string) => /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1];

function problemOf(url: string): string | undefined {
  const scheme = schemeOf(url);
  if (scheme !== undefined && !/^https?$/i.test(scheme)) return `requests are sent by 'https:' and 'http:', not by '${scheme}:'`;
  if (!/^https?:\/\/[^/\\]/i.test(url)) return "it doesn't begin with 'https://' or 'http://' and a host";
  if (!URL.canParse(url)) return "its host or its port is invalid";
  const { username, password, hash } = new URL(url);
  if (username !== "" || password !== "") return "it contains a user name or password, which must be in `headers` as a secret";
  return hash === "" && !url.includes("#") ? undefined : "what follows '#' is never sent";
}

interface EntryOptions {
  readonly context: TemplateContext;
  /** True if its name has the key of each entry of a map: `filter[...]`. */
  readonly isMap: boolean;
}

/**
 * Compiles an entry of a query or a form that is only a list, `{{tags}}`, or a map, as
 * `{{#each tags}}{{this}}{{/each}}`, which repeats the entry for each element. Returns `undefined` for any other entry.
 */
export function repeatedEntry(scalar: ScalarNode, { context, isMap }: EntryOptions): TextTemplate | undefined {
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
          .join() === (isMap ? "object" : "array"),
    );
  const inner = isList ? enterEach(value, scope) : undefined;
  if (value === undefined || inner === undefined) return undefined;
  const variants = isMap ? (inner.each?.items ?? []) : elementOf(value).variants;
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

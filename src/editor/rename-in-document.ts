import { checkSources } from "../check/check.js";
import type { SourceContext } from "../check/check-source.js";
import { kindOf } from "../check/fragments/apply-fragments.js";
import type { Diagnostic, Span } from "../diagnostics/diagnostic.js";
import { nodeAt, type SpecDocument, type SpecNode } from "../source/spec-node.js";
import { wholeDocument } from "./document-parameters.js";
import { type ParameterReference, parameterReferences } from "./parameter-references.js";
import { templateScalars } from "./template-scalars.js";

/** The parameter that a rename would be about, or why there can't be one. */
export type RenameTarget = { readonly kind: "target"; readonly name: string; readonly span: Span } | Refusal;

interface Refusal {
  readonly kind: "refused";
  readonly reason: string;
}

/** The ranges that get the new name, or why the rename could not be exact. */
export type DocumentRename = { readonly kind: "renamed"; readonly spans: readonly Span[] } | Refusal;

const refused = (reason: string): Refusal => ({ kind: "refused", reason });

/** The data of the project that decides whether a rename is exact. */
export interface RenameContext extends SourceContext {
  readonly config: SpecDocument | undefined;
}

/** The parameter at an offset, if every place that names it is known. */
export function renameTarget(document: SpecDocument, offset: number, context: SourceContext): RenameTarget {
  const all = parameterReferences(document);
  const named = all.find(({ span }) => span.start <= offset && offset <= span.end);
  if (named === undefined) return refused("There is no parameter here.");
  const reason = inexactReason(document, named.name, { all, context });
  return reason === undefined ? { kind: "target", name: named.name, span: named.span } : refused(reason);
}

/**
 * Renames the parameter at an offset in everything that names it: the schema, templates, other keys, examples, and
 * `risk` of toolgen.yaml. Words in descriptions stay. The result is compiled: a rename that changes what the check
 * reports is refused.
 */
export async function renameInDocument(
  document: SpecDocument,
  { offset, to }: { readonly offset: number; readonly to: string },
  context: RenameContext,
): Promise<DocumentRename> {
  const target = renameTarget(document, offset, context);
  if (target.kind === "refused") return target;
  const { name } = target;
  if (name === to) return { kind: "renamed", spans: [] };
  if (!/^[A-Za-z_][\w-]*$/.test(to) || /^(?:true|false|null|this)$/i.test(to))
    return refused(`'${to}' can't be a parameter's name here: use letters, digits, '_' and '-', beginning with a letter or '_'.`);
  const whole = wholeDocument(document, context.fragments);
  if (parameterReferences(whole).some((one) => one.name === to)) return refused(`There is a '${to}' in this document already.`);
  if (otherNames(whole.root).includes(to)) return refused(`'${to}' is an alias or an ignored key in this document. Remove it there first.`);
  const settings = inSettings(document, name, context.config);
  if (settings.kind === "refused") return settings;

  const own = parameterReferences(document).filter((one) => one.name === name);
  const spans = [...own.map(({ span }) => span), ...settings.spans];
  const [before, after] = await Promise.all([
    report(document.file.text, document, context),
    report(
      replaceSpans(
        document.file.text,
        spans.filter(({ file }) => file.path === document.file.path),
        to,
      ),
      document,
      context,
    ),
  ]);
  const added = after.find((one) => !before.some(({ code }) => code === one.code)) ?? (after.length > before.length ? after[0] : undefined);
  return added === undefined ? { kind: "renamed", spans } : refused(`With that name the check reports: ${added.message}`);
}

/** A text with a new name in place of each range. */
export function replaceSpans(text: string, spans: readonly Pick<Span, "start" | "end">[], to: string): string {
  return spans.toSorted((a, b) => b.start - a.start).reduce((done, { start, end }) => done.slice(0, start) + to + done.slice(end), text);
}

async function report(text: string, { file }: SpecDocument, context: SourceContext): Promise<readonly Diagnostic[]> {
  const [result] = await checkSources([{ path: file.path, text }], context);
  return result?.diagnostics ?? [];
}

interface Naming {
  readonly all: readonly ParameterReference[];
  readonly context: SourceContext;
}

/** Why renaming in this document would miss a place, or change a meaning. */
function inexactReason(document: SpecDocument, name: string, { all, context }: Naming): string | undefined {
  if (kindOf(document)?.key === "fragment")
    return "It belongs to a fragment, and every tool that extends the fragment may name it too. Rename it in each by hand.";
  const own = all.filter((one) => one.name === name);
  const elsewhere = parameterReferences(wholeDocument(document, context.fragments)).find(
    (one) => one.name === name && one.span.file.path !== document.file.path,
  );
  if (elsewhere !== undefined) return `A fragment that this document extends names '${name}' too (${elsewhere.span.file.path}).`;
  if (!own.some(({ role }) => role === "declaration")) return `'${name}' isn't declared in the \`schema\` of this document.`;
  const twisted = own.find(({ isExact }) => !isExact);
  if (twisted !== undefined)
    return `'${name}' is written with escapes or through a YAML alias in one place, which can't be edited exactly.`;
  const { root } = wholeDocument(document, context.fragments);
  if (nodeAt(root, ["handler"]) !== undefined || hasHandler(root))
    return "The handler reads its arguments by name. Rename the parameter in both by hand.";
  if (nodeAt(root, ["host"]) !== undefined) return "The tool is a client's own, and so are the names of its parameters.";
  if (root.kind !== "map") return undefined;
  const texts = templateScalars(root).map(({ text }) => text);
  if (texts.some((text) => /\{\{[^{}]*@params\b/.test(text)))
    return "The program gets the whole call ({{@params}}), so it may read the parameter by name.";
  if (scalarsOf(root).some((text) => text.includes(`toolgen_${name}`))) return `A script reads '$toolgen_${name}' itself.`;
  return undefined;
}

const hasHandler = (root: SpecNode) => root.kind === "map" && root.entries.some(({ key }) => key === "handler");

const scalarsOf = (node: SpecNode): readonly string[] =>
  node.kind === "scalar"
    ? [node.text]
    : node.kind === "list"
      ? node.items.flatMap(scalarsOf)
      : node.entries.flatMap(({ value }) => scalarsOf(value));

/** The wrong names that repair knows: aliases, and keys that are dropped. */
function otherNames(root: SpecNode): readonly string[] {
  if (root.kind !== "map") return [];
  return root.entries.flatMap(({ key, value }) => {
    if (key === "ignore") return value.kind === "list" ? value.items.flatMap((item) => (item.kind === "scalar" ? [item.text] : [])) : [];
    return key === "aliases" || key === "weakAliases" ? scalarsOf(value) : [];
  });
}

/** Conditions of `risk` in toolgen.yaml on the parameter. One for several tools can't be renamed for one of them. */
function inSettings(document: SpecDocument, name: string, config: SpecDocument | undefined): DocumentRename {
  const risk = config && nodeAt(config.root, ["risk"]);
  const tool = kindOf(document)?.value;
  if (risk?.kind !== "map" || tool?.kind !== "scalar") return { kind: "renamed", spans: [] };
  const naming = risk.entries.flatMap(({ key, value }) =>
    (value.kind === "list" ? value.items : [value]).flatMap((one) => {
      const when = nodeAt(one, ["when"]);
      const conditions = when?.kind === "map" ? when.entries.filter((entry) => entry.key === name) : [];
      return conditions.map(({ keySpan }) => ({ target: key, keySpan }));
    }),
  );
  const shared = naming.find(({ target }) => target === "*" || target.startsWith("toolset:"));
  if (shared !== undefined)
    return refused(`\`risk\` of toolgen.yaml has a condition on '${name}' for '${shared.target}', which other tools share.`);
  const spans = naming.filter(({ target }) => target === tool.text).map(({ keySpan }) => keySpan);
  const exact = spans.every(({ file, start, end }) => file.text.slice(start, end) === name);
  return exact
    ? { kind: "renamed", spans }
    : refused(`toolgen.yaml names '${name}' in quotes or with escapes. Write it plainly there first.`);
}

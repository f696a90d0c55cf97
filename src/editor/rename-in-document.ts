import { checkSources } from "../check/check.js";
import type { SourceContext } from "../check/check-source.js";
import type { Span } from "../diagnostics/diagnostic.js";
import type { SpecDocument, SpecNode } from "../source/spec-node.js";
import { conditionsInSettings, unmatchedSettings } from "./conditions-in-settings.js";
import { wholeDocument } from "./document-parameters.js";
import { fragmentNaming } from "./fragment-naming.js";
import { inexactReason } from "./inexact-reason.js";
import { parameterReferences } from "./parameter-references.js";

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
  const fragment = fragmentNaming(document, to, context);
  if (fragment !== undefined) return refused(`The fragment '${fragment}' has settings for '${to}', which would begin to hold here.`);
  const settings = conditionsInSettings(document, { name, to }, context.config);
  if ("reason" in settings) return refused(settings.reason);

  const own = parameterReferences(document).filter((one) => one.name === name);
  const text = replaceSpans(
    document.file.text,
    own.map(({ span }) => span),
    to,
  );
  const problem = await newProblem({ document, text, settings: settings.spans, to }, context);
  return problem === undefined
    ? { kind: "renamed", spans: [...own.map(({ span }) => span), ...settings.spans] }
    : refused(`With that name the check reports: ${problem}`);
}

interface Renamed {
  readonly document: SpecDocument;
  readonly text: string;
  /** The ranges in toolgen.yaml. */
  readonly settings: readonly Span[];
  readonly to: string;
}

/** The first message of the check that the spec and toolgen.yaml have only with the new name. */
async function newProblem({ document: { file }, text, settings, to }: Renamed, context: RenameContext): Promise<string | undefined> {
  const [before, after] = await checkSources([file, { path: file.path, text }], context);
  if (before === undefined || after === undefined) return undefined;
  const added =
    after.diagnostics.find((one) => !before.diagnostics.some(({ code }) => code === one.code)) ??
    (after.diagnostics.length > before.diagnostics.length ? after.diagnostics[0] : undefined);
  if (added !== undefined || context.config === undefined) return added?.message;
  const config = context.config.file;
  const known = unmatchedSettings(before, config, context);
  const edited = { path: config.path, text: replaceSpans(config.text, settings, to) };
  return unmatchedSettings(after, edited, context).find((message) => !known.includes(message));
}

/** A text with a new name in place of each range. */
export function replaceSpans(text: string, spans: readonly Pick<Span, "start" | "end">[], to: string): string {
  return spans.toSorted((a, b) => b.start - a.start).reduce((done, { start, end }) => done.slice(0, start) + to + done.slice(end), text);
}

/** The wrong names that repair knows: aliases, and keys that are dropped. */
function otherNames(root: SpecNode): readonly string[] {
  if (root.kind !== "map") return [];
  return root.entries.flatMap(({ key, value }) => {
    if (key === "ignore") return value.kind === "list" ? value.items.flatMap((item) => (item.kind === "scalar" ? [item.text] : [])) : [];
    return key === "aliases" || key === "weakAliases" ? namesIn(value) : [];
  });
}

const namesIn = (node: SpecNode): readonly string[] =>
  node.kind === "scalar"
    ? [node.text]
    : node.kind === "list"
      ? node.items.flatMap(namesIn)
      : node.entries.flatMap(({ value }) => namesIn(value));

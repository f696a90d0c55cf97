import { checkSources, combine, type SourceContext, type SourceResult } from "../compiler/check.js";
import { checkConfig, checkSettingsMatch } from "../compiler/config.js";
import { kindOf } from "../compiler/fragments.js";
import { parse } from "../compiler/source.js";
import type { Span } from "../contract/diagnostic.js";
import { nodeAt, placesOf, repeatsAt, type SpecDocument, type SpecNode } from "../contract/spec-node.js";
import { hasAmbiguousReference, namingsOf, type ParameterReference, parameterReferences } from "./parameter-references.js";
import { templateScalars, wholeDocument } from "./project-check.js";

/** The parameter that a rename would be about, or why there can't be one. */
type RenameTarget = { readonly kind: "target"; readonly name: string; readonly span: Span } | Refusal;

interface Refusal {
  readonly kind: "refused";
  readonly reason: string;
}

/** The ranges that get the new name, or why the rename could not be exact. */
type DocumentRename = { readonly kind: "renamed"; readonly spans: readonly Span[] } | Refusal;

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

/** Keys of a fragment whose parts count only for parameters that a tool has. */
const droppedKeys = [
  "ignore",
  "locations",
  "aliases",
  "weakAliases",
  "coerce",
  "wrap",
  "risk",
  "paths",
  "code",
  "data",
  "allowLeadingDash",
  "mutuallyExclusive",
];

/** Returns the first fragment that has settings for a name, also such as are dropped while no parameter has it. */
function fragmentNaming(document: SpecDocument, name: string, { fragments }: SourceContext): string | undefined {
  const named = nodeAt(document.root, ["extends"]);
  const names = named?.kind === "list" ? named.items.flatMap((item) => (item.kind === "scalar" ? [item.text] : [])) : [];
  return names.find((one) => {
    const fragment = fragments.get(one);
    if (fragment?.root.kind !== "map") return false;
    const dropped = fragment.root.entries.filter(({ key }) => droppedKeys.includes(key));
    return parameterReferences(fragment).some((reference) => reference.name === name) || dropped.some(({ value }) => mentions(value, name));
  });
}

/** True if a key or a text is the name, or a selector that begins with it. */
function mentions(node: SpecNode, name: string): boolean {
  const isName = (text: string) => text.split(/[.[]/)[0] === name;
  if (node.kind === "scalar") return isName(node.text);
  if (node.kind === "list") return node.items.some((item) => mentions(item, name));
  return node.entries.some(({ key, value }) => isName(key) || mentions(value, name));
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
  const { root } = wholeDocument(document, context.fragments);
  const elsewhere = parameterReferences({ ...document, root }).find(
    (one) => one.name === name && one.span.file.path !== document.file.path,
  );
  if (elsewhere !== undefined) return `A fragment that this document extends names '${name}' too (${elsewhere.span.file.path}).`;
  if (!own.some(({ role }) => role === "declaration")) return `'${name}' isn't declared in the \`schema\` of this document.`;
  if (!own.every(({ isExact }) => isExact) || isRepeated(document, name))
    return `'${name}' is written with escapes or through a YAML alias in one place, which can't be edited exactly.`;
  if (hasAmbiguousReference(document))
    return "A `$ref` in the schema uses the parameters' own object for a value inside of it too. Write that part out first.";
  if (nodeAt(root, ["handler"]) !== undefined) return "The handler reads its arguments by name. Rename the parameter in both by hand.";
  if (nodeAt(root, ["host"]) !== undefined) return "The tool is a client's own, and so are the names of its parameters.";
  if (root.kind !== "map") return undefined;
  const texts = templateScalars(root).map(({ text }) => text);
  if (texts.some((text) => /\{\{[^{}]*@params\b/.test(text)))
    return "The program gets the whole call ({{@params}}), so it may read the parameter by name.";
  if (scalarsOf(root).some((text) => text.includes(`toolgen_${name}`))) return `A script reads '$toolgen_${name}' itself.`;
  if (expectedTexts(root).some((text) => hasWord(text, name)))
    return `An example expects a text with the word '${name}'. Change that text by hand first.`;
  return undefined;
}

/** True if a YAML alias repeats a place that names the parameter where it is something else. */
function isRepeated(document: SpecDocument, name: string): boolean {
  const starts = namingsOf(document).flatMap((one) => (one.name === name ? [one.span.start] : []));
  const places = placesOf(document.root);
  return starts.some((start) => repeatsAt(places, start) > starts.filter((one) => one === start).length);
}

/** The texts that examples expect. Arguments and the call's own words don't follow from names. */
function expectedTexts(root: SpecNode): readonly string[] {
  const examples = nodeAt(root, ["examples"]);
  const expected = examples?.kind === "list" ? examples.items.map((example) => nodeAt(example, ["expect"])) : [];
  return expected.flatMap((node) =>
    node?.kind === "map" ? node.entries.flatMap(({ key, value }) => (key === "params" || key === "argv" ? [] : scalarsOf(value))) : [],
  );
}

const hasWord = (text: string, name: string) => text.split(/[^\w-]+/).includes(name);

const scalarsOf = (node: SpecNode): readonly string[] =>
  node.kind === "scalar"
    ? [node.text]
    : node.kind === "list"
      ? node.items.flatMap(scalarsOf)
      : node.entries.flatMap(({ value }) => scalarsOf(value));

/** The ranges in toolgen.yaml that a rename changes too, or why it can't. */
type SettingsRename = { readonly spans: readonly Span[] } | { readonly reason: string };

/**
 * Conditions of `risk` in toolgen.yaml on a tool's parameter. One for several tools can't be renamed for one of them,
 * and one on the new name would begin to hold.
 */
function conditionsInSettings(
  document: SpecDocument,
  { name, to }: { readonly name: string; readonly to: string },
  config: SpecDocument | undefined,
): SettingsRename {
  const kind = kindOf(document);
  if (config === undefined || (kind?.key === "prompt" && nodeAt(document.root, ["complete"]) === undefined)) return { spans: [] };
  // Prompts have names of their own, and a tool may have the same one.
  const own = kind?.key === "name" && kind.value.kind === "scalar" ? kind.value.text : undefined;
  const conditions = conditionsOf(config);
  const isShared = ({ target }: Condition) => target === "*" || target.startsWith("toolset:");
  const shared = conditions.find((one) => one.param === name && isShared(one));
  if (shared !== undefined)
    return { reason: `\`risk\` of toolgen.yaml has a condition on '${name}' for '${shared.target}', which other tools share.` };
  const woken = conditions.find((one) => one.param === to && (isShared(one) || one.target === own));
  if (woken !== undefined)
    return { reason: `\`risk\` of toolgen.yaml has a condition on '${to}' for '${woken.target}', which would begin to hold.` };
  const spans = conditions.filter(({ param, target }) => param === name && target === own).map(({ keySpan }) => keySpan);
  if (!spans.every(({ file, start, end }) => file.text.slice(start, end) === name))
    return { reason: `toolgen.yaml names '${name}' in quotes or with escapes. Write it plainly there first.` };
  const places = placesOf(config.root);
  if (spans.some(({ start }) => repeatsAt(places, start) > spans.filter((one) => one.start === start).length))
    return { reason: `A YAML alias in toolgen.yaml repeats the condition on '${name}' for something else. Write it out there first.` };
  return { spans: [...new Map(spans.map((span) => [span.start, span])).values()] };
}

interface Condition {
  readonly target: string;
  readonly param: string;
  readonly keySpan: Span;
}

function conditionsOf({ root }: SpecDocument): readonly Condition[] {
  const risk = nodeAt(root, ["risk"]);
  if (risk?.kind !== "map") return [];
  return risk.entries.flatMap(({ key: target, value }) =>
    (value.kind === "list" ? value.items : [value]).flatMap((one) => {
      const when = nodeAt(one, ["when"]);
      return when?.kind === "map" ? when.entries.map(({ key: param, keySpan }) => ({ target, param, keySpan })) : [];
    }),
  );
}

/** Returns the messages about settings in toolgen.yaml that match nothing in the tools of a file. */
function unmatchedSettings(
  result: SourceResult,
  { path, text }: { readonly path: string; readonly text: string },
  { project }: SourceContext,
): readonly string[] {
  const documents = parse({ path, text })[0];
  const [{ riskSettings }] = checkConfig(documents, []);
  const [model] = combine([result], { ...project, riskSettings });
  return checkSettingsMatch(documents, model).map(({ message }) => message);
}

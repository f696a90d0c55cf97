import type { SourceContext } from "../check/check-source.js";
import { kindOf } from "../check/fragments/apply-fragments.js";
import { placesOf, repeatsAt } from "../source/places-of.js";
import { nodeAt, type SpecDocument, type SpecNode } from "../source/spec-node.js";
import { wholeDocument } from "./document-parameters.js";
import { hasAmbiguousReference, namingsOf, type ParameterReference, parameterReferences } from "./parameter-references.js";
import { templateScalars } from "./template-scalars.js";

interface Naming {
  readonly all: readonly ParameterReference[];
  readonly context: SourceContext;
}

/** Why renaming in this document would miss a place, or change a meaning. */
export function inexactReason(document: SpecDocument, name: string, { all, context }: Naming): string | undefined {
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

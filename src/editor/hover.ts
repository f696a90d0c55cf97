import type { Fragments } from "../check/fragments/apply-fragments.js";
import type { Span } from "../diagnostics/diagnostic.js";
import { printable } from "../diagnostics/printable.js";
import { type SpecDocument, toValue } from "../source/spec-node.js";
import { positionAt } from "./document-at.js";
import { documentParameters, wholeDocument } from "./document-parameters.js";
import { parameterReferences } from "./parameter-references.js";
import { fieldAt, shapeOf } from "./shapes-at.js";
import { templateScalars } from "./template-scalars.js";

/**
 * The text that an editor shows at a position, and the text that it is about. It quotes a spec, so it is not Markdown:
 * links and pictures in a stranger's project stay text.
 */
export interface HoverText {
  readonly text: string;
  readonly span: Span;
}

/** The parameter or the key at an offset. `keys` is false where a JSON Schema tells the editor about keys. */
export function hover(
  document: SpecDocument,
  offset: number,
  { fragments, keys }: { readonly fragments: Fragments; readonly keys: boolean },
): HoverText | undefined {
  const named = parameterReferences(document).find(({ span }) => span.start <= offset && offset <= span.end);
  const about = named && aboutParameter(document, named.name, fragments);
  if (named !== undefined && about !== undefined) return { text: about, span: named.span };
  const position = positionAt(document.root, offset);
  if (!keys || position?.key === undefined) return undefined;
  const field = fieldAt(shapeOf(document), position.path);
  return field === undefined
    ? undefined
    : { text: `${position.key.key}${field.required ? " (required)" : ""}: ${field.description}`, span: position.key.keySpan };
}

function aboutParameter(document: SpecDocument, name: string, fragments: Fragments): string | undefined {
  const parameter = documentParameters(document, fragments).find((one) => one.name === name);
  if (parameter === undefined) return undefined;
  const { type, isRequired, description, aliases } = parameter;
  return [
    `${name}: ${type}, ${isRequired ? "required" : "optional"}`,
    ...(description === undefined ? [] : [description]),
    ...(aliases.length === 0 ? [] : [`Models may also send it as ${aliases.map((alias) => `'${alias}'`).join(", ")}.`]),
    ...received(wholeDocument(document, fragments), name),
  ]
    .join("\n\n")
    .split(/\r?\n/)
    .map(printable)
    .join("\n");
}

/** The texts of the spec in which a call's value stands, as they are written: the words of the command and others. */
function received({ root }: SpecDocument, name: string): readonly string[] {
  if (root.kind !== "map") return [];
  const lines = root.entries.flatMap((entry) => {
    const scalars = templateScalars({ ...root, entries: [entry] });
    const naming = scalars.filter((scalar) => isNamedIn(scalar.text, name)).map((scalar) => oneLine(String(toValue(scalar))));
    return naming.length === 0 ? [] : [`${entry.key} gets ${naming.join(", ")}`];
  });
  return lines.length === 0 ? [] : [lines.join("\n")];
}

/** Names may hold letters, digits and `_`, so a name inside another doesn't count. */
const isNamedIn = (text: string, name: string) =>
  [...text.matchAll(/\{\{[^{}]*\}\}/g)].some(([placeholder]) => placeholder.split(/[^\w-]+/).includes(name));

/** A script may have hundreds of lines. */
const oneLine = (text: string) => {
  const line = text.split("\n").find((one) => one.includes("{{")) ?? text;
  return line.length > 120 ? `${line.slice(0, 120)}…` : line.trim();
};

import { checkSources, type SourceContext } from "../compiler/check.js";
import { applyFragments, type Fragments } from "../compiler/fragments.js";
import { fieldAt, shapeOf } from "../compiler/spec-schema.js";
import { type Diagnostic, isError, type Span } from "../contract/diagnostic.js";
import { printable } from "../contract/display-text.js";
import { locate, nodeAt, type SpecDocument, toValue } from "../contract/spec-node.js";
import { parameterReferences, pointerOf } from "./parameter-references.js";
import { documentParameters, positionAt, templateScalars, wholeDocument } from "./project-check.js";

/**
 * The text that an editor shows at a position, and the text that it is about. It quotes a spec, so it is not Markdown:
 * links and pictures in a stranger's project stay text.
 */
interface HoverText {
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

/** Where a name is defined: a range of a spec, or a file of the project with a word to find in it. */
type DefinitionTarget =
  | { readonly kind: "spec"; readonly path: string; readonly text: string; readonly start: number; readonly end: number }
  | { readonly kind: "file"; readonly path: string; readonly word: string };

/**
 * The definition of what is named at an offset: a parameter in `schema`, a fragment, the target of a `$ref`, or a
 * handler's file.
 */
export function findDefinition(document: SpecDocument, offset: number, fragments: Fragments): DefinitionTarget | undefined {
  const named = parameterReferences(document).find(({ span }) => span.start <= offset && offset <= span.end);
  if (named !== undefined) return declarationOf(document, named.name, fragments);
  const { path, scalar } = positionAt(document.root, offset) ?? {};
  if (path === undefined || scalar === undefined) return undefined;
  if (path[0] === "extends") {
    const fragment = fragments.get(scalar.text);
    return fragment && spanIn(fragment, ["fragment"]);
  }
  if (path.at(-1) === "$ref" && path[0] === "schema") {
    const target = ["schema", ...pointerOf(scalar.text)];
    return nodeAt(document.root, target) === undefined ? undefined : spanIn(document, target, "key");
  }
  if (path.at(-1) === "handler" && /^\.\.?\//.test(scalar.text)) {
    const [file = "", word = ""] = scalar.text.split("#");
    return { kind: "file", path: file, word };
  }
  return undefined;
}

function declarationOf(document: SpecDocument, name: string, fragments: Fragments): DefinitionTarget | undefined {
  const [whole] = applyFragments(document, fragments);
  const declared = parameterReferences(whole).find((one) => one.role === "declaration" && one.name === name);
  if (declared === undefined) return undefined;
  const { file, start, end } = declared.span;
  return { kind: "spec", path: file.path, text: file.text, start, end };
}

function spanIn(document: SpecDocument, path: readonly string[], part?: "key"): DefinitionTarget {
  const { file, start, end } = locate(document.root, path, part);
  return { kind: "spec", path: file.path, text: file.text, start, end };
}

/** An edit that corrects a diagnostic. */
interface Fix {
  readonly title: string;
  readonly diagnostic: Diagnostic;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The corrections of diagnostics that name what was meant ("Did you mean …?"). Each was tried: in a spec it is offered
 * only if the check then reports fewer mistakes, and none that is new.
 */
export async function findFixes(diagnostics: readonly Diagnostic[], context: SourceContext): Promise<readonly Fix[]> {
  const fixes = await Promise.all(diagnostics.map((one) => fixOf(one, context)));
  return fixes.filter((fix) => fix !== undefined);
}

async function fixOf(diagnostic: Diagnostic, context: SourceContext): Promise<Fix | undefined> {
  const { span, didYouMean } = diagnostic;
  if (span === undefined || didYouMean === undefined) return undefined;
  const { file, start, end } = span;
  const fix = { title: `Change to '${didYouMean}'`, diagnostic, start, end, text: didYouMean };
  const corrected = file.text.slice(0, start) + didYouMean + file.text.slice(end);
  const [before, after] = await checkSources([file, { path: file.path, text: corrected }], context);
  const errors = (result: typeof before) => result?.diagnostics.filter(isError).map(({ code, message }) => `${code} ${message}`) ?? [];
  const remaining = errors(after);
  return remaining.length < errors(before).length || (!isError(diagnostic) && remaining.length === 0) ? fix : undefined;
}

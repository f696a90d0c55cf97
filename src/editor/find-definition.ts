import { applyFragments, type Fragments } from "../check/fragments/apply-fragments.js";
import { locate, nodeAt, type SpecDocument } from "../source/spec-node.js";
import { positionAt } from "./document-at.js";
import { parameterReferences } from "./parameter-references.js";
import { pointerOf } from "./pointer-of.js";

/** Where a name is defined: a range of a spec, or a file of the project with a word to find in it. */
export type DefinitionTarget =
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

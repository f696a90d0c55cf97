import { kindOf } from "../check/fragments/apply-fragments.js";
import { configShape } from "../check/language/config-shape.js";
import { promptShape } from "../check/language/prompt-shape.js";
import { resourceShape } from "../check/language/resource-shape.js";
import type { Field, Shape } from "../check/language/shape.js";
import { fragmentShape, toolShape } from "../check/language/tool-shape.js";
import { configFile } from "../check/project/config.js";
import type { NodePath, SpecDocument } from "../source/spec-node.js";

/** The table of keys for a document: that of toolgen.yaml, or of the kind of its spec. */
export function shapeOf(document: SpecDocument): Shape {
  if (document.file.path === configFile) return configShape;
  switch (kindOf(document)?.key) {
    case "fragment":
      return fragmentShape;
    case "prompt":
      return promptShape;
    case "resource":
      return resourceShape;
    default:
      return toolShape;
  }
}

/** The shapes that a value at a path may have; none below JSON of the author's own. */
export function shapesAt(shape: Shape, path: NodePath): readonly Shape[] {
  const [step, ...rest] = path;
  if (shape.kind === "either")
    return [shape.scalar, shape.list, shape.map].flatMap((one) => (one === undefined ? [] : shapesAt(one, path)));
  if (step === undefined) return [shape];
  if (shape.kind === "list" && typeof step === "number") return shapesAt(shape.of, rest);
  if (shape.kind === "map" && typeof step === "string") return shapesAt(shape.of, rest);
  if (shape.kind !== "record" || typeof step !== "string") return [];
  const field = Object.hasOwn(shape.fields, step) ? shape.fields[step] : undefined;
  return field === undefined ? [] : shapesAt(field.shape, rest);
}

/** The key of the language that a path ends in; `undefined` for a name of the author's. */
export function fieldAt(shape: Shape, path: NodePath): Field | undefined {
  const key = path.at(-1);
  if (typeof key !== "string") return undefined;
  return shapesAt(shape, path.slice(0, -1))
    .map((one) => (one.kind === "record" && Object.hasOwn(one.fields, key) ? one.fields[key] : undefined))
    .find((field) => field !== undefined);
}

/** The words that a value at a path may be, if the language lists them. */
export function choicesAt(shape: Shape, path: NodePath): readonly string[] {
  return shapesAt(shape, path).flatMap((one) => (one.kind === "choice" ? one.values : one.kind === "boolean" ? ["true", "false"] : []));
}

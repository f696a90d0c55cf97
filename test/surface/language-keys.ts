import type { Shape } from "../../src/check/language/shape.js";

/** Every key that a shape has, with the keys inside: `risk.rules.when`, `paths.*.root`. Those of a later version aside. */
export function keysOf(shape: Shape, prefix = ""): readonly string[] {
  switch (shape.kind) {
    case "record":
      return Object.entries(shape.fields)
        .filter(([, field]) => !field.notYet)
        .flatMap(([key, field]) => [`${prefix}${key}`, ...keysOf(field.shape, `${prefix}${key}.`)]);
    case "list":
      return keysOf(shape.of, prefix);
    case "map":
      return keysOf(shape.of, `${prefix}*.`);
    case "either":
      return [shape.list, shape.map].flatMap((one) => (one === undefined ? [] : keysOf(one, prefix)));
    case "text":
    case "boolean":
    case "never":
    case "integer":
    case "choice":
    case "json":
      return [];
    default:
      return shape satisfies never;
  }
}

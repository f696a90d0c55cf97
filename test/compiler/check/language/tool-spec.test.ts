import { expect, expectTypeOf, it } from "vitest";
import {
  choice,
  type Decoded,
  either,
  integer,
  later,
  list,
  map,
  never,
  optional,
  record,
  required,
  text,
} from "../../../../src/compiler/check/language/shape.js";
import type { ToolSpec } from "../../../../src/compiler/check/language/tool-context.js";

it("has the types of decoded specs from the table of keys", () => {
  expectTypeOf<ToolSpec["name"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<ToolSpec["timeout"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<ToolSpec["command"]>().toEqualTypeOf<string | readonly (string | readonly string[])[] | undefined>();
  expectTypeOf<NonNullable<ToolSpec["sandbox"]>["write"]>().toEqualTypeOf<"none" | "paths" | "workspace" | undefined>();
  expectTypeOf<"pwsh" extends keyof Exclude<NonNullable<ToolSpec["shell"]>, string> ? true : false>().toEqualTypeOf<false>();
});

it("tells by the type of a shape what is read by it", () => {
  const shape = record({
    size: required(text("size"), "A number, written with a unit."),
    words: optional(list(choice(["a", "b"]), 1), "Some words."),
    either: optional(either({ scalar: never, map: map(integer(1)) }), "One of two forms."),
    next: later("A key of a later version."),
  });
  expectTypeOf<Decoded<typeof shape>>().toEqualTypeOf<{
    readonly size: number;
    readonly words?: readonly ("a" | "b")[];
    readonly either?: false | Readonly<Record<string, number>>;
  }>();
  expect(shape.kind).toBe("record");
});

import { expect, it } from "vitest";
import { elicitationFields, readField } from "../../../src/cli/run/elicitation-field.js";
import type { JsonObject } from "../../../src/contract/json-value.js";

const fieldOf = (schema: JsonObject, required: readonly string[] = ["it"]) => {
  const [field] = elicitationFields({ type: "object", properties: { it: schema }, required });
  if (field === undefined) throw new Error("no field");
  return field;
};
const read = (schema: JsonObject, text: string) => readField(fieldOf(schema), text, undefined);
const value = (read: unknown) => ({ kind: "value", value: read });
const mistake = (message: string) => ({ kind: "mistake", message });

const titled = [
  { const: "r", title: "Red" },
  { const: "g", title: "Green" },
];

it.each<[JsonObject, string, unknown]>([
  [{ type: "string" }, " Zoë ", value("Zoë")],
  [{ type: "string", minLength: 3 }, "ab", mistake("Enter at least 3 characters.")],
  [{ type: "string", maxLength: 1 }, "🙂", value("🙂")],
  [{ type: "number", maximum: 2 }, "2.5", mistake("Enter at most 2.")],
  [{ type: "number" }, "1e3", value(1000)],
  [{ type: "number" }, "Infinity", mistake("Enter a number.")],
  [{ type: "integer" }, "1.5", mistake("Enter a whole number.")],
  [{ type: "boolean" }, "Y", value(true)],
  [{ type: "boolean" }, "maybe", mistake("Enter yes or no.")],
  [{ type: "string", enum: ["a", "b"] }, "2", value("b")],
  [{ type: "string", enum: ["3", "1"] }, "1", value("1")],
  [{ type: "string", enum: ["10", "20", "1"] }, "2", mistake("Enter one of the choices.")],
  [{ type: "array", items: { type: "string", enum: ["10", "20", "1"] } }, "1, 20", value(["1", "20"])],
  [{ type: "string", enum: ["2", "b"], enumNames: ["First", "Second"] }, "second", value("b")],
  [{ type: "string", enum: ["a", "b"], enumNames: ["b", "a"] }, "a", value("b")],
  [{ type: "string", enum: ["a", "b"] }, "1.0", mistake("Enter a number from 1 to 2.")],
  [{ type: "string", enum: ["a", "b"], enumNames: ["First", "Second"] }, "second", value("b")],
  [{ type: "string", oneOf: titled }, "green", value("g")],
  [{ type: "string", oneOf: titled }, "3", mistake("Enter a number from 1 to 2.")],
  [{ type: "array", items: { anyOf: titled } }, "1, Green,1", value(["r", "g"])],
  [{ type: "array", minItems: 2, items: { type: "string", enum: ["a", "b"] } }, "a", mistake("Enter at least 2 choices.")],
  [{ type: "string" }, "", mistake("Enter a value, or press Ctrl-C.")],
])("reads a field of %j from %j", (schema, text, expected) => {
  expect(read(schema, text)).toEqual(expected);
});

it("keeps the value so far for an empty line, and leaves out an optional field without one", () => {
  expect(readField(fieldOf({ type: "string" }), "", "before")).toEqual(value("before"));
  expect(readField(fieldOf({ type: "string" }, []), "", undefined)).toEqual({ kind: "empty" });
});

it.each<[JsonObject, unknown]>([
  [{ type: "string", default: "Zoë", maxLength: 3 }, "Zoë"],
  [{ type: "integer", default: 30, maximum: 30 }, 30],
  [{ type: "boolean", default: false }, false],
  [{ type: "string", enum: ["a"], default: "a" }, "a"],
  [{ type: "array", items: { type: "string", enum: ["a", "b"] }, default: ["b"] }, ["b"]],
])("suggests the default of %j", (schema, suggested) => {
  expect(fieldOf(schema, [])).toMatchObject({ suggested, isRequired: false });
});

it.each<JsonObject>([
  { type: "string", default: "long", maxLength: 3 },
  { type: "string", default: "x".repeat(1001) },
  { type: "string", default: 1 },
  { type: "number", default: "1" },
  { type: "integer", default: 1.5 },
  { type: "integer", default: 31, maximum: 30 },
  { type: "boolean", default: "yes" },
  { type: "string", enum: ["a"], default: "b" },
  { type: "array", items: { type: "string", enum: ["a"] }, default: ["b"] },
  { type: "array", items: { type: "string", enum: ["a"] }, default: [], minItems: 1 },
])("suggests nothing for %j, whose default it doesn't allow, and lets nobody leave it out", (schema) => {
  expect(fieldOf(schema, [])).toMatchObject({ suggested: undefined, isRequired: true });
});

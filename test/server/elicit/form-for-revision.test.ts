import { expect, it } from "vitest";
import { formForRevision, readParameters } from "../../../src/server/approval/parameters-question.js";

const titled = {
  type: "string",
  title: "Where",
  oneOf: [
    { const: "eu", title: "Europe" },
    { const: "us", title: "America" },
  ],
};
const several = { type: "array", items: { type: "string", enum: ["a", "b"] } };
const form = (field: object) => ({ type: "object", properties: { x: field }, required: ["x"] }) as Parameters<typeof formForRevision>[0];

it("gives clients from 2025-11-25 on the form as it is", () => {
  for (const field of [titled, several]) expect(formForRevision(form(field), "2025-11-25")).toEqual(form(field));
});

it("gives older clients the names of choices in the way of that time, and no field for several", () => {
  const old = { type: "string", title: "Where", enum: ["eu", "us"], enumNames: ["Europe", "America"] };
  expect(formForRevision(form(titled), "2025-06-18")).toEqual(form(old));
  expect(formForRevision(form({ type: "boolean" }), "2025-06-18")).toEqual(form({ type: "boolean" }));
  expect(formForRevision(form(several), "2025-06-18")).toBeUndefined();
});

it("gives older clients the suggestion of a boolean, and no other", () => {
  for (const type of ["string", "integer", "number"])
    expect(formForRevision(form({ type, default: 1 }), "2025-06-18")).toEqual(form({ type }));
  expect(formForRevision(form({ ...titled, default: "eu" }), "2025-06-18")?.properties.x).not.toHaveProperty("default");
  const boolean = form({ type: "boolean", default: false });
  expect(formForRevision(boolean, "2025-06-18")).toEqual(boolean);
});

it("reads several texts as an answer, and no other lists", () => {
  const answer = (x: unknown) => readParameters({ action: "accept", content: { x } }, ["x"]).kind;
  expect([answer(["a", "b"]), answer([]), answer("a")]).toEqual(["given", "given", "given"]);
  expect([answer([1]), answer([["a"]]), answer({ a: 1 }), answer(null)]).toEqual(["unclear", "unclear", "unclear", "unclear"]);
});

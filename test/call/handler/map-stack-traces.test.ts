import { afterEach, expect, it } from "vitest";
import { mapStackTraces } from "../../../src/call/handler/printed-result.js";

const { prepareStackTrace } = Error;
afterEach(() => {
  Error.prepareStackTrace = prepareStackTrace;
});

it("leaves the stack traces of a bundle without a source map as they are", () => {
  const before = new Error("lost").stack?.split("\n");
  mapStackTraces(import.meta.filename);
  const after = new Error("lost").stack?.split("\n");
  expect(after?.[0]).toBe("Error: lost");
  expect(after?.[1]).toMatch(/map-stack-traces\.test\.ts:\d+:\d+\)?$/);
  expect(after?.length).toBe(before?.length);
});

it("makes a stack trace of an error that can't be printed", () => {
  mapStackTraces(import.meta.filename);
  const error = new Error("lost");
  error.toString = () => {
    throw new Error("no text");
  };
  expect(error.stack).toMatch(/^Error\n {4}at /);
});

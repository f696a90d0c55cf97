import { expect, it } from "vitest";
import { runAgenticLoop } from "../../../src/runtime/index.js";
import { modelOf, OwnTool, registryOf } from "./model.js";

it("cancels one call alone: what runs beside it goes on, and the model is told and asked again", async () => {
  let cancelled = () => {};
  const isCancelled = new Promise<void>((resolve) => {
    cancelled = resolve;
  });
  const endless = new OwnTool("endless", {
    execute: (_, { abortSignal }) =>
      new Promise((_resolve, reject) => {
        abortSignal.addEventListener("abort", () => {
          cancelled();
          reject(abortSignal.reason);
        });
      }),
  });
  const other = new OwnTool("other", { execute: (_, { abortSignal }) => isCancelled.then(() => `aborted: ${abortSignal.aborted}`) });
  const { model, results } = modelOf(
    {
      calls: [
        ["endless", { what: "a" }],
        ["other", { what: "b" }],
      ],
    },
    { text: "Then not." },
  );
  const result = await runAgenticLoop({
    model,
    registry: registryOf(endless, other),
    prompt: "Wait.",
    onEvent: (event) => {
      if (event.type === "started" && event.tool.name === "endless") setImmediate(event.cancel);
    },
  });
  expect(result).toMatchObject({ status: "completed", text: "Then not." });
  expect(results()).toEqual({ "t1.1": "endless was cancelled.", "t1.2": "aborted: false" });
});

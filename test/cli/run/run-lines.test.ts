import { expect, it } from "vitest";
import type { AgenticLoopEvent } from "../../../src/agent/agentic-loop.js";
import { runLines } from "../../../src/cli/run/run-lines.js";
import { Screen } from "../../../src/cli/run/screen.js";
import { wrapWords } from "../../../src/cli/run/wrap-text.js";
import { executeFunctionCall, ToolRegistry } from "../../../src/runtime/index.js";
import { OwnTool } from "../../agent/loop/model.js";
import { memoryTerminal } from "../../kit/memory-terminal.mjs";

const long = "all of the files that were here yesterday and are not here any more";

/** The lines about a call with this result, on so many columns; `undefined`: no screen limits them. */
async function shown(columns: number | undefined, { error, cancel = false }: { readonly error?: string; readonly cancel?: boolean } = {}) {
  const { terminal, printed } = memoryTerminal({ folder: "/" });
  const tell = runLines({ screen: new Screen(terminal, { isOutTerminal: false }), paint: (_, one) => one, columns: () => columns });
  const registry = new ToolRegistry();
  const result = error === undefined ? "done" : { llmContent: error, returnDisplay: error, error: { message: error } };
  registry.registerTool(new OwnTool("tidy", { kind: cancel ? "edit" : "read", execute: () => result }));
  const call = { id: "1", name: "tidy", args: { what: long } };
  const started = (event: Pick<Extract<AgenticLoopEvent, { type: "started" }>, "tool" | "invocation">) =>
    tell({ type: "started", call, cancel: () => {}, ...event });
  const outcome = await executeFunctionCall(call, {
    registry,
    signal: new AbortController().signal,
    confirm: async () => "cancel",
    onStart: started,
  });
  tell({ type: "result", call, outcome });
  return printed.stderr.replace(/\d+\.\d s/g, "0.1 s");
}

it("cuts the call to the width of the terminal, and never how it ended", async () => {
  expect(await shown(40)).toBe("✓ tidy tidy all of the files t… (0.1 s)\n");
  expect(await shown(40, { cancel: true })).toBe("✗ tidy tidy all of the files t…: denied\n");
  expect(await shown(undefined)).toBe(`✓ tidy tidy ${long} (0.1 s)\n`);
});

it("shows why a call has failed below it, where there is no room beside it", async () => {
  const error = "It has failed, for there is no such file.\nGive the path of another one.";
  expect(await shown(40, { error })).toBe(
    "✗ tidy tidy all of the files … (0.1 s):\n│ It has failed, for there is no such\n│ file.\n│ Give the path of another one.\n",
  );
  expect(await shown(undefined, { error })).toBe(
    `✗ tidy tidy ${long} (0.1 s): It has failed, for there is no such file. ⏎ Give the path of another one.\n`,
  );
  expect((await shown(40, { error: "word ".repeat(100) })).split("\n")).toHaveLength(8);
});

it("indents what goes on in another line", () => {
  expect(wrapWords("yes     this call is carried out", 20, 8)).toEqual(["yes     this call is", "        carried out"]);
  expect(wrapWords("yes     xxxxxxxxxxxxxxxxxx", 20, 8)).toEqual(["yes     xxxxxxxxxxxx", "        xxxxxx"]);
});

import { PassThrough } from "node:stream";
import { confirm, multiselect, text } from "@clack/prompts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { Cancelled } from "../../../src/cli/command.js";
import { askTyped } from "../../../src/cli/io/typed-input.js";

type Streams = Parameters<Parameters<typeof askTyped>[0]>[0];

/** A question on a terminal, to which pieces are typed as reads give them. */
function asking<T>(ask: (streams: Streams) => Promise<T>, isText = false) {
  const stdin = new PassThrough();
  const stderr = new PassThrough().resume();
  const answer = askTyped(ask, { isText, terminal: { stdin, stderr } });
  const type = async (piece: string) => {
    stdin.write(piece);
    await new Promise(setImmediate);
  };
  return { answer, type, close: () => stdin.end() };
}

const yes = (streams: Streams) => confirm({ ...streams, message: "Yes?", initialValue: true });

const pasted = fc
  .array(fc.constantFrom("y", "yes", "n", "\r", "\n", "\u0003", "\u001b", " ", "é"), { maxLength: 6 })
  .map((parts) => parts.join(""));
/** Lines that a terminal without marks passes on at once. */
const lines = fc
  .array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 3 })
  .map((words) => words.map((word) => `${word}\r`).join(""));

it("takes no paste for an answer, with marks or without", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        pasted.map((given) => `\u001b[200~${given}\u001b[201~`),
        lines,
      ),
      async (paste) => {
        const { answer, type } = asking(yes);
        await type(paste);
        await type("n");
        expect(await answer).toBe(false);
      },
    ),
    { numRuns: 30 },
  );
});

it("takes keys for answers, also arrows and Enter that are read at once, and Escape alone", async () => {
  const options = ["a", "b", "c"].map((value) => ({ value, label: value }));
  const several = asking((streams) => multiselect({ ...streams, message: "Which?", options }));
  await several.type("\u001b[B\u001b[B \r");
  expect(await several.answer).toEqual(["c"]);
  const cancelled = asking(yes);
  await cancelled.type("\u001b");
  await expect(cancelled.answer).rejects.toThrow(Cancelled);
});

it("ends a question with Ctrl-D, with Ctrl-C, and when the terminal is gone", async () => {
  for (const isText of [true, false])
    for (const ends of ["\u0004", "\u0003", undefined]) {
      const { answer, type, close } = asking<unknown>((streams) => (isText ? text : confirm)({ ...streams, message: "Where?" }), isText);
      if (ends === undefined) close();
      else void type(ends);
      await expect(answer, `${ends}`).rejects.toThrow(Cancelled);
    }
});

it("adds a paste to a text as one line, which only Enter ends", async () => {
  const { answer, type } = asking((streams) => text({ ...streams, message: "Where?" }), true);
  await type("\u001b[200~https://api.example\r\n\u001b[201~");
  await type("/v1\r");
  expect(await answer).toBe("https://api.example /v1");
});

import { PassThrough } from "node:stream";
import fc from "fast-check";
import { expect, it } from "vitest";
import { Keyboard, type LineOptions } from "../../../src/cli/run/keyboard.js";

const [begins, ends] = ["\u001b[200~", "\u001b[201~"];

/** A keyboard of a terminal that marks pastes. */
function terminal() {
  let shown = "";
  let interrupted = 0;
  const input = Object.assign(new PassThrough(), { setRawMode: () => undefined });
  const nothing = () => {};
  const echo = (text: string) => (shown += text);
  const keyboard = new Keyboard({ input, echo, onInterrupt: () => interrupted++, onSuspend: nothing, onQuit: nothing });
  const type = async (text: string) => {
    input.write(text);
    await new Promise(setImmediate);
  };
  const line = (options?: LineOptions) => keyboard.readLine(new AbortController().signal, options);
  return { keyboard, type, line, shown: () => shown, interrupted: () => interrupted };
}

/** A text in pieces, as a terminal's reads may cut it. */
const pieces = (text: string, cuts: readonly number[]) => {
  const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  return at.slice(1).map((end, i) => text.slice(at[i], end));
};

const pasted = fc
  .array(fc.constantFrom("y", "yes", "\r", "\n", "\u0003", "\u0004", "\u007f", "always", " ", "é"), { maxLength: 6 })
  .map((parts) => parts.join(""));

it("never takes a paste for an answer, wherever reads cut it", async () => {
  await fc.assert(
    fc.asyncProperty(pasted, fc.array(fc.nat(60), { maxLength: 3 }), async (text, cuts) => {
      const { keyboard, type, line } = terminal();
      // Ctrl-C that is read by itself is a key, and never an answer.
      fc.pre(!pieces(`${begins}${text}${ends}`, cuts).some((piece) => /^\u0003+$/.test(piece)));
      let answered: unknown;
      const answer = line().then((typed) => (answered = typed));
      for (const piece of pieces(`${begins}${text}${ends}`, cuts)) await type(piece);
      expect([answered, keyboard.typed]).toEqual([undefined, ""]);
      await type("no\r");
      await answer;
      expect(answered).toEqual({ kind: "line", text: "no" });
      keyboard.close();
    }),
  );
});

it("adds a paste to a text as one line, which only Enter ends", async () => {
  const { keyboard, type, line, shown } = terminal();
  const answer = line({ longest: 100, isText: true });
  await type(`a${begins}b\r\nc\u0003\u001b[31md${ends}`);
  expect(keyboard.typed).toBe("ab cd");
  await type("\r");
  expect(await answer).toEqual({ kind: "line", text: "ab cd" });
  keyboard.close();
  // It asks the terminal for marks, and leaves it as it was.
  expect(shown().startsWith("\u001b[?2004h")).toBe(true);
  expect(shown().endsWith("\u001b[?2004l")).toBe(true);
});

it.each(["\u001b", "\u001bO", "\u001b[", "\u001b[2", "\u001b\u001b", begins, `${begins}yes`, `${begins}\u001b`])(
  "hears Ctrl-C after %j",
  async (before) => {
    const { keyboard, type, line, interrupted } = terminal();
    const answer = line({ isText: true });
    await type(before);
    await type("\u0003");
    expect(await answer).toEqual({ kind: "interrupted" });
    await type("\u0003");
    expect(interrupted()).toBe(1);
    keyboard.close();
  },
);

it.each([begins, "\u001b"])("forgets %j when it lends the terminal", async (before) => {
  const { keyboard, type, line } = terminal();
  const answer = line();
  await type(before);
  await keyboard.lend(async () => {});
  await type("yes\r");
  expect(await answer).toEqual({ kind: "line", text: "yes" });
  keyboard.close();
});

import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { askInTerminal } from "../../../src/cli/run/confirm-in-terminal.js";
import { drawQuestion } from "../../../src/cli/run/draw-question.js";
import { Keyboard } from "../../../src/cli/run/keyboard.js";
import { type AnswerKey, type TerminalQuestion, understand } from "../../../src/cli/run/question.js";
import { sanitizeStream } from "../../../src/cli/run/screen.js";
import { wrapText } from "../../../src/cli/run/wrap-text.js";
import { escapeControl, visibleLine } from "../../../src/contract/display-text.js";

const never = new AbortController().signal;
const onResize = () => () => {};
const plain = (text: string) => ({ text, tone: "plain" as const });
const question: TerminalQuestion = {
  title: "Say Hello: run this command?",
  tool: "say_hello",
  level: "dangerous",
  facts: [
    ["Impact", "Tells everybody."],
    ["Server", "hand"],
  ],
  body: [plain("echo hello everybody")],
  more: [plain("The arguments:"), plain("{}")],
  answers: ["yes", "no", "always", "save", "show"],
};

/** A keyboard in memory, and all that it made happen. */
function keyboard() {
  const input = new PassThrough();
  const told: string[] = [];
  let echoed = "";
  const keys = new Keyboard({
    input,
    echo: (text) => {
      echoed += text;
    },
    onInterrupt: () => told.push("interrupt"),
    onSuspend: () => told.push("suspend"),
    onQuit: () => told.push("quit"),
  });
  return { input, keys, told, echoed: () => echoed };
}

/** Asks, and types each of these when the question comes (again). */
async function answering(typed: readonly string[], asked: TerminalQuestion = question, size = { columns: 80, rows: 24 }) {
  const { input, keys } = keyboard();
  const left = [...typed];
  let shown = "";
  const write = (text: string) => {
    shown += text;
    if (text.endsWith(": ")) setImmediate(() => input.write(left.shift() ?? "\u0004"));
  };
  const decided = await askInTerminal(asked, { keyboard: keys, write, canvas: () => ({ ...size, color: false }), onResize }, never);
  return { decided, shown };
}

it("takes whole answers and their beginnings, in either case, and nothing by Enter alone", async () => {
  const all: readonly AnswerKey[] = ["yes", "no", "always", "save", "server", "edit", "show"];
  const meant = (text: string, answers = all) => {
    const typed = understand(text, answers);
    return typed.kind === "answer" ? typed.answer : typed.kind;
  };
  expect(
    ["y", "Yes", "n", "NO ", "a", "always", "sa", "save", "e", "s", "show", "sh", "se", "?", "help"].map((text) => meant(text)),
  ).toEqual(["yes", "yes", "no", "no", "always", "always", "save", "save", "edit", "show", "show", "show", "server", "help", "help"]);
  expect(["", "yy", "q", "yes please", "1"].map((text) => meant(text))).toEqual(Array(5).fill("unknown"));
  expect(["q", "quit", "Q"].map((text) => meant(text, ["yes", "no", "quit"]))).toEqual(["quit", "quit", "quit"]);
  expect(["e", "edit", "save", "se"].map((text) => meant(text, ["yes", "no", "show"]))).toEqual(Array(4).fill("unknown"));
  expect(understand("edit", ["yes", "no"])).toMatchObject({ message: expect.stringContaining("no content to edit") });
});

it.each([
  ["y\r", "yes"],
  ["no\n", "no"],
  ["a\r", "always"],
  ["sav\u007f\u007fav\u007fve\r", "save"],
  ["rubbish\u0015y\r", "yes"],
  ["\u001b[A\u001b[Dy\u001bOP\r", "yes"],
  ["\u0003", "no"],
  ["y\u0003", "no"],
  ["\u0004", "no"],
  ["y\u0004", "no"],
])("understands the keys %j", async (keys, decided) => {
  expect((await answering([keys])).decided).toBe(decided);
});

it("asks again with an explanation until there is an answer", async () => {
  const { decided, shown } = await answering(["\r", "what\r", "e\r", "?\r", "s\r", "y\r"]);
  expect(decided).toBe("yes");
  expect(shown).toMatchInlineSnapshot(`
    "┌ Say Hello: run this command?
    ├ Impact: Tells everybody.
    ├ Server: hand
    │
    │ echo hello everybody
    ├ Tool: say_hello, dangerous
    └ [y]es, [n]o, [a]lways, [sa]ve, [s]how, [?]:   Type an answer before pressing Enter.
      Answer with one of [y]es, [n]o, [a]lways, [sa]ve, [s]how, [?].
    ├ Tool: say_hello, dangerous
    └ [y]es, [n]o, [a]lways, [sa]ve, [s]how, [?]:   That is not an answer.
      Answer with one of [y]es, [n]o, [a]lways, [sa]ve, [s]how, [?].
    ├ Tool: say_hello, dangerous
    └ [y]es, [n]o, [a]lways, [sa]ve, [s]how, [?]:   There is no content to edit: this call can't preview its change.
      Answer with one of [y]es, [n]o, [a]lways, [sa]ve, [s]how, [?].
    ├ Tool: say_hello, dangerous
    └ [y]es, [n]o, [a]lways, [sa]ve, [s]how, [?]:   yes     run this call
      no      don't run this call; the model gets a message and continues
      always  run this call, and similar ones in this run; for a dangerous call,
              only the same arguments
      save    as always, and in later runs: it is saved in your settings
      show    show everything, with the arguments
      Ctrl-C and Ctrl-D mean no. Type the first letters of an answer, then Enter.
    ├ Tool: say_hello, dangerous
    └ [y]es, [n]o, [a]lways, [sa]ve, [s]how, [?]: ┌ Say Hello: run this command?
    ├ Impact: Tells everybody.
    ├ Server: hand
    │
    │ echo hello everybody
    │ The arguments:
    │ {}
    ├ Tool: say_hello, dangerous
    └ [y]es, [n]o, [a]lways, [sa]ve, [s]how, [?]: "
  `);
});

it("takes no key that was typed before the question for its answer, nor what was sent after one", async () => {
  const { input, keys } = keyboard();
  input.write("y\r");
  await new Promise(setImmediate);
  const first = keys.readLine(never);
  input.write("n\ry\r");
  expect(await first).toEqual({ kind: "line", text: "n" });
  const second = keys.readLine(never);
  input.write("yes\r");
  expect(await second).toEqual({ kind: "line", text: "yes" });
});

it("reports Ctrl-C, Ctrl-Z and Ctrl-\\ while no question is open, and nothing else", async () => {
  const { input, told } = keyboard();
  input.write("a\u0003b\u001a\u001c\u0004");
  await new Promise(setImmediate);
  expect(told).toEqual(["interrupt", "suspend", "quit"]);
});

it("answers no where the terminal has gone, and stops asking when the answer is no longer wanted", async () => {
  const { input, keys } = keyboard();
  const first = keys.readLine(never);
  input.end();
  expect(await first).toEqual({ kind: "ended" });
  expect(await keys.readLine(never)).toEqual({ kind: "ended" });
  const other = keyboard();
  const wanted = new AbortController();
  const canvas = () => ({ columns: 80, rows: 24, color: false });
  const decided = askInTerminal(question, { keyboard: other.keys, write: () => {}, canvas, onResize }, wanted.signal);
  wanted.abort();
  expect(await decided).toBe("aborted");
});

it("leaves the terminal to an editor, whose keys it doesn't take", async () => {
  const raw: boolean[] = [];
  const input = Object.assign(new PassThrough(), { setRawMode: (on: boolean) => raw.push(on) });
  const keys = new Keyboard({ input, echo: () => {}, onInterrupt: () => {}, onSuspend: () => {}, onQuit: () => {} });
  const edited = await keys.lend(async () => {
    input.write("for the editor");
    return String(input.read());
  });
  expect([edited, raw]).toEqual(["for the editor", [true, false, true]]);
  const line = keys.readLine(never);
  input.write("y\r");
  expect(await line).toEqual({ kind: "line", text: "y" });
  keys.close();
  expect(raw.at(-1)).toBe(false);
});

it("shows as marks what would act on a terminal, stay unseen, or turn the direction of writing", () => {
  expect(escapeControl("\u001b[2J\u0007\b\r\u007f")).toBe("␛[2J␇␈␍␡");
  expect(escapeControl("a\u202eb\u2066c\u200bd\u00ade\u{e0041}f\u00a0g\u2028h\u009bi")).toBe(
    "a<U+202E>b<U+2066>c<U+200B>d<U+00AD>e<U+E0041>f<U+00A0>g<U+2028>h<U+009B>i",
  );
  expect(escapeControl("\ttab")).toBe("→   tab");
  expect(escapeControl("Größe 草\u3000\u{1f600} é")).toBe("Größe 草\u3000\u{1f600} é");
  expect(visibleLine("  one\n\r\n two ")).toBe("one ⏎ two");
});

it("prints what a model says piece by piece, with line breaks, and without what acts on a terminal", () => {
  const print = sanitizeStream({ isTerminal: true });
  expect(["a\r", "\nb\ud83d", "\ude00\u001b[2", "J\u202e\tc\n"].map(print)).toEqual(["a", "\nb", "\u{1f600}␛[2", "J\ufffd\tc\n"]);
});

it("passes nothing into a pipe that acts on a terminal at its end, and boxes as they are", () => {
  const print = sanitizeStream({ isTerminal: false });
  expect(["a\u001b]0;x\u0007\n", "┌ box\n"].map(print)).toEqual(["a␛]0;x␇\n", "┌ box\n"]);
});

it("shows no line of a model's as the beginning of a question, also where a terminal wraps", () => {
  const print = sanitizeStream({ isTerminal: true });
  const fake = ["┌ Show File: read?\n├", " Tool: show_file, safe\n", `${"x".repeat(80)}└ [y]es\n┌\n`];
  expect(fake.map(print).join("")).toBe(`┌· Show File: read?\n├· Tool: show_file, safe\n${"x".repeat(80)}└· [y]es\n┌·\n`);
  expect(print("├── src\n│   └── a.ts\n┌──┬──┐\n│ a │\n└──┴──┘\n")).toBe("├── src\n│   └── a.ts\n┌──┬──┐\n│ a │\n└──┴──┘\n");
});

it("colours where it is to, and nowhere else", () => {
  const draw = (color: boolean) => drawQuestion(question, { columns: 80, rows: 24, color }, { whole: false });
  expect(draw(true)).toContain("\u001b[31mTool: say_hello, dangerous\u001b[39m");
  expect(draw(false)).not.toContain("\u001b");
});

it("cuts lines by what characters take on a terminal", () => {
  expect(wrapText("abcdef", 4)).toEqual(["abcd", "ef"]);
  expect(wrapText("草草草", 5)).toEqual(["草草", "草"]);
  expect(wrapText("", 4)).toEqual([""]);
});

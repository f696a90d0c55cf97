import { PassThrough } from "node:stream";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { ConfirmationRequest } from "../../../src/agent/ask-to-confirm.js";
import { systemMessage } from "../../../src/agent/tool/confirmation-details.js";
import { askInTerminal } from "../../../src/cli/run/confirm-in-terminal.js";
import { drawQuestion } from "../../../src/cli/run/draw-question.js";
import { Keyboard } from "../../../src/cli/run/keyboard.js";
import { type TerminalQuestion, terminalQuestion } from "../../../src/cli/run/question.js";
import type { ToolCallConfirmationDetails } from "../../../src/contract/confirmation.js";
import { visibleValue } from "../../../src/contract/display-text.js";
import { anyCharacter } from "../../kit/any-character.js";

const plain = (text: string) => ({ text, tone: "plain" as const });
const question: TerminalQuestion = {
  title: "Wipe Files: run this command?",
  tool: "wipe_files",
  level: "dangerous",
  facts: [
    ["Impact", "Deletes files."],
    ["Writes", Array.from({ length: 2000 }, (_, i) => `dir/file-${i}.txt`).join(", ")],
    ["Asked by", "settings.json"],
  ],
  body: [plain("rm -- dir/*")],
  more: [plain("The arguments:")],
  answers: ["yes", "no", "always", "save", "server", "edit", "show", "quit"],
};

const size = (columns: number, rows: number) => ({ columns, rows, color: false });
const drawn = (asked: TerminalQuestion, columns: number, rows: number) =>
  drawQuestion(asked, size(columns, rows), { whole: false }).split("\n");

it("keeps title, level and every fact on a screen of 24 rows, however many paths a call names", () => {
  expect(drawn(question, 80, 24).join("\n")).toMatchInlineSnapshot(`
    "┌ Wipe Files: run this command?
    ├ Impact: Deletes files.
    ├ Writes: dir/file-0.txt, dir/file-1.txt, dir/file-2.txt, dir/file-3.txt,
    │         dir/file-4.txt, dir/file-5.txt, dir/file-6.txt, dir/file-7.txt,
    │         dir/file-8.txt, dir/file-9.txt, dir/file-10.txt, dir/file-11.txt,
    │         dir/file-12.txt, dir/file-13.txt, dir/file-14.txt, dir/file-15.txt,
    │         dir/file-16.txt, dir/file-17.txt, dir/file-18.txt, dir/file-19.txt,
    │         dir/file-20.txt, dir/file-21.txt, dir/file-22.txt, dir/file-23.txt,
    │         dir/file-24.txt, dir/file-25.txt, dir/file-26.txt, dir/file-27.txt,
    │         dir/file-28.txt, dir/file-29.txt, dir/file-30.txt, dir/file-31.txt,
    │         dir/file-32.txt, dir/file-33.txt, dir/file-34.txt, dir/file-35.txt,
    │         dir/file-36.txt, dir/file-37.txt, dir/file-38.txt, dir/file-39.txt,
    │         dir/file-40.txt, dir/file-41.txt, dir/file-42.txt, dir/file-43.txt,
    │         dir/file-44.txt, dir/file-45.txt, dir/file-46.txt, dir/file-47.txt,
    │         dir/file-48.txt, dir/file-49.txt, dir/file-50.txt, dir/file-51.txt,
    │         dir/file-52.txt, dir/file-53.txt, dir/file-54.txt, dir/file-55.txt,
    │         dir/file-56.txt, dir/file-57.txt, dir/file-58.txt, dir/file-59.txt, …
    ├ Asked by: settings.json
    │
    │ rm -- dir/*
    ├ … 644 more lines: "show" shows them.
    ├ Tool: wipe_files, dangerous
    └ [y]es, [n]o, [a]lways, [sa]ve, [se]rver, [e]dit, [s]how, [q]uit, [?]: "
  `);
});

it("shows as much as fits the screen, and how much more there is", () => {
  const body = Array.from({ length: 100 }, (_, i) => ({ text: `+line ${i + 1}`, tone: "added" as const }));
  const lines = drawn({ ...question, facts: [["File", "a.txt"]], body }, 80, 24);
  expect(lines.length).toBeLessThan(24);
  expect(lines.slice(-4).join("\n")).toMatch(
    /^│ \+line \d+\n├ … (\d+) more lines, \1 of them changes: "show" shows them\.\n├ Tool: wipe_files, dangerous\n└/,
  );
  expect(drawQuestion({ ...question, body }, size(80, 24), { whole: true })).toMatch(
    /\+line 100\n│ The arguments:\n├ Tool: wipe_files, dangerous\n└ [^\n]*: $/,
  );
});

it("is whole in the smallest terminal, with letters in the place of words", () => {
  expect(drawn(question, 20, 5).join("\n")).toMatchInlineSnapshot(`
    "┌ Wipe Files: run
    ├ … 3996: "show"
    ├ Tool: wipe_files,
    │   dangerous
    └ [y/n/?]: "
  `);
  expect(drawn({ ...question, tool: `mcp__server__${"x".repeat(500)}__end` }, 20, 5).join("\n")).toMatchInlineSnapshot(`
    "┌ Wipe Files: run
    ├ … 3996: "show"
    ├ Tool: mcp_…_end,
    │   dangerous
    └ [y/n/?]: "
  `);
  expect(drawn(question, 40, 12).at(-1)).toBe("└ [y/n/a/sa/se/e/s/q/?]: ");
});

/** Texts that a model could choose: words, blanks of all kinds, labels, signs, what acts on a terminal, wide characters and marks. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom("Tool: show_file, safe", "├ Tool: show_file, safe", "└ [y]es, [n]o: y", "┌ Show File", "│", "a.txt", ", ", ": "),
      fc.constantFrom("\n", "\r\n", "\t", "\u001b[2J", "\u001b[1A\r", "\u009b31m", "\u202e", "\u2066", "\u200b", "\u2028", "\u0085"),
      fc.constantFrom("草", "\u3000", "\u{1f600}", "e\u0301", "\u2800", "\u00a0", "\ud800", "\u{e0041}", "한글"),
      fc.nat(200).map((length) => " ".repeat(length)),
      fc.nat(40).map((length) => "\u0301".repeat(length)),
      fc.nat(300).map((length) => "x".repeat(length)),
      fc.string({ maxLength: 20, unit: anyCharacter }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

const level = fc.constantFrom("safe", "moderate", "dangerous");
const details: fc.Arbitrary<Partial<ToolCallConfirmationDetails>> = fc.oneof(
  fc.record({ type: fc.constant("exec" as const), command: hostile }),
  fc.record({ type: fc.constant("info" as const), prompt: hostile, urls: fc.array(hostile, { maxLength: 30 }) }),
  fc.record({ type: fc.constant("mcp" as const), serverName: hostile, toolName: hostile, toolArgs: fc.dictionary(hostile, hostile) }),
  fc.record({
    type: fc.constant("edit" as const),
    filePath: hostile,
    fileDiff: hostile.map((text) => `--- a\n+++ b\n@@ -1 +1 @@\n+${text}`),
    originalContent: hostile,
  }),
);

const asked = fc
  .record({ details, title: hostile, name: hostile, level, impact: hostile, paths: fc.array(hostile, { maxLength: 50 }), from: hostile })
  .map(({ details, title, name, level, impact, paths, from }) => {
    const definition = { paths: [{ target: ["paths", "*"], access: "write" }] } as never;
    const risk = { level, impact, from } as never;
    const message = systemMessage({ tool: { definition } as never, params: { paths }, context: { workspace: "/" } as never, risk });
    return terminalQuestion({
      tool: { name, description: impact },
      invocation: { params: { paths } },
      metadata: undefined,
      risk,
      details: { title, ...message, ...details },
      signal: new AbortController().signal,
    } as unknown as ConfirmationRequest);
  });

const exec = (command: string) =>
  terminalQuestion({
    tool: { name: "say_hello", description: "d" },
    invocation: { params: {} },
    details: { type: "exec", title: "Say Hello: run this command?", command },
  } as unknown as ConfirmationRequest);
const looksLikeTool = /^│ Tool: /;

it("begins no line of the command, the change or the arguments at the place of a label, however it is wrapped", () => {
  const label = "Tool: show_file, safe";
  const filled = drawn(exec(`echo 'hi${" ".repeat(63)}${label}${" ".repeat(80)}x'`), 80, 24);
  expect(filled.join("\n")).toContain(`│ echo 'hi<63 spaces>${label}<80 spaces>x'`);
  for (let before = 60; before < 90; before++) {
    for (const text of [`${"x".repeat(before)}${label}`, `+${"\u3000".repeat(before / 2)} ${label}`]) {
      for (const tone of ["plain", "added"] as const)
        expect(drawn({ ...question, facts: [], body: [{ text, tone }] }, 80, 24).filter((line) => looksLikeTool.test(line))).toEqual([]);
    }
    expect(drawn(exec(`echo ${"x".repeat(before)}${label}`), 80, 24).filter((line) => looksLikeTool.test(line))).toEqual([]);
  }
  expect(drawn(exec(`cat /tmp/a\n\n# /tmp/a:\n${label}`), 80, 24).slice(1, -2)).toEqual([
    "│",
    "│ cat /tmp/a",
    "│",
    "│   # /tmp/a:",
    `│   ${label}`,
  ]);
  expect(drawn({ ...question, facts: [], body: [plain("x".repeat(100))] }, 80, 24).slice(2, 4)).toEqual([
    `│ ${"x".repeat(77)}`,
    `│ ↪ ${"x".repeat(23)}`,
  ]);
});

const cells = (line: string) =>
  [...line].reduce((sum, one) => sum + (/\p{M}/u.test(one) ? 0 : /[\u1100-\u115f\u2e80-\u{10ffff}]/u.test(one) ? 2 : 1), 0);
const labels = /^├ (?:Impact|Reads|Writes|Reads and writes|Folder|Arguments|Note|Asked by|File|Server|Its tool|URL|Plan):(?: |$)|^├ …/;

it("ends with tool and level, fits the screen, and begins no line like toolgen's own, whatever values are in it", () => {
  fc.assert(
    fc.property(asked, fc.integer({ min: 20, max: 200 }), fc.integer({ min: 5, max: 50 }), (question, columns, rows) => {
      const { level = "" } = question;
      const lines = drawn(question, columns, rows);
      expect(lines.length).toBeLessThanOrEqual(rows);
      expect(Math.max(...lines.map(cells))).toBeLessThan(columns);
      expect(lines.at(-1)).toMatch(/^└ \[y.*\]: $/);
      const tool = lines.findLastIndex((line) => line.startsWith("├ Tool: "));
      expect([tool, tool + 1]).toContain(lines.length - 2);
      expect(
        lines
          .slice(tool, -1)
          .map((line) => line.slice(2))
          .join("")
          .endsWith(level),
      ).toBe(true);
      const others = [...lines.slice(0, tool), ...lines.slice(tool + 1, -1)];
      expect(others[0]).toMatch(/^┌(?: |$)/);
      expect(others.slice(1).filter((line) => !/^│(?: |$)/.test(line) && !labels.test(line))).toEqual([]);
      const facts = others.slice(0, others.includes("│") ? others.indexOf("│") : 1).map((line) => line.replace(/^[│├┌] */, ""));
      expect(facts.join("\n")).not.toMatch(/\S[ \u3000]{3,}\S/);
      expect(lines.join("")).not.toMatch(/[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029\u200b\u2800\ufffe\uffff]|\p{M}{5}/u);
      const whole = drawQuestion(question, size(columns, rows), { whole: true }).split("\n");
      expect(Math.max(...whole.map(cells))).toBeLessThan(columns);
      expect(whole.slice(-lines.length + tool)).toEqual(lines.slice(tool));
    }),
    { numRuns: 500 },
  );
});

it("shows a value as one value", () => {
  expect(visibleValue("src/größe/草-1_2.txt")).toBe("src/größe/草-1_2.txt");
  expect(visibleValue("a b, c")).toBe('"a b, c"');
  expect(visibleValue(`x${" ".repeat(40)}Tool: show_file, safe`)).toBe('"x<40 spaces>Tool: show_file, safe"');
  expect(visibleValue('quote " \\ \n\t\u001b[2J\u202e')).toBe('"quote \\" \\\\ \\n\\t␛[2J<U+202E>"');
  expect(visibleValue("")).toBe('""');
  expect(visibleValue(`e${"\u0301".repeat(6)}`)).toBe(`"e${"\u0301".repeat(4)}<U+0301><U+0301>"`);
  expect(visibleValue("\u0301x\u2800\u3164y")).toBe('"<U+0301>x<U+2800><U+3164>y"');
});

it("draws the question again, with what was typed, when the terminal gets another size", async () => {
  const input = new PassThrough();
  const keyboard = new Keyboard({ input, echo: () => {}, onInterrupt: () => {}, onSuspend: () => {}, onQuit: () => {} });
  let canvas = size(80, 24);
  let shown = "";
  let resized = () => {};
  const place = {
    keyboard,
    write: (text: string) => {
      shown += text;
    },
    canvas: () => canvas,
    onResize: (listener: () => void) => {
      resized = listener;
      return () => {
        resized = () => {};
      };
    },
  };
  const decided = askInTerminal(question, place, new AbortController().signal);
  input.write("ye");
  await new Promise(setImmediate);
  canvas = size(30, 8);
  shown = "";
  resized();
  const again = drawQuestion(question, canvas, { whole: false });
  expect(shown).toBe(`\n${again}ye`);
  expect(again.split("\n").length).toBeLessThanOrEqual(8);
  input.write("s\r");
  expect(await decided).toBe("yes");
  shown = "";
  resized();
  expect(shown).toBe("");
});

import { expect, it } from "vitest";
import { terminalText } from "../../../src/cli/io/format-text.js";

it.each([
  ["moves the cursor", "a\x1b[2J\x1b[1A\x1b[Kb", "a␛[2J␛[1A␛[Kb"],
  ["changes the title or the clipboard", "\x1b]0;title\x07\x1b]52;c;aGk=\x1b\\", "␛]0;title␇␛]52;c;aGk=␛\\"],
  ["shows a link that leads elsewhere", "\x1b]8;;https://e.example\x1b\\text\x1b]8;;\x1b\\", "␛]8;;https://e.example␛\\text␛]8;;␛\\"],
  ["is a control of eight bits", "\u009b2J\u009d0;t\u009c\u0085", "�2J�0;t��"],
  ["overwrites what was there", "good\rbad\b\b\b", "good␍bad␈␈␈"],
  ["selects another character set", "\x1b(0lqk\x0e\x0f", "␛(0lqk␎␏"],
  ["asks the terminal to answer", "\x1b[c\x1b[6n\x1bP+q\x1b\\\x05", "␛[c␛[6n␛P+q␛\\␅"],
  ["turns the direction of writing", "a\u202eb\u2066c\u200fd", "a�b�c�d"],
  ["isn't seen", "a\u200bb\u2060c\ufeffd\u00ade\u3164f", "a�b�c�d�e�f"],
  ["isn't seen and is written in two units", "a\u{e0041}b", "a��b"],
  ["is half a character", "a\ud800b", "a�b"],
  ["joins nothing", "pass\u200dword\u200c1", "pass�word�1"],
])("shows a mark for what %s", (_, text, shown) => {
  expect(terminalText(text)).toBe(shown);
});

it("leaves text of all scripts, emoji, tabs and line breaks of any kind", () => {
  const text = "a\tb\nÄß 漢字 עברית می‌خواهم क्‍ष 👨‍👩‍👧 ❤️‍🔥 e\u0301";
  expect(terminalText(text)).toBe(text);
  expect(terminalText("a\r\nb\r\n")).toBe("a\nb\n");
});

it("keeps plain colours and ends them, and leaves others out, by which text can be hidden", () => {
  expect(terminalText("\x1b[31mred\x1b[39m plain")).toBe("\x1b[31mred\x1b[39m plain");
  expect(terminalText("\x1b[1m\x1b[32mopen")).toBe("\x1b[1m\x1b[32mopen\x1b[0m");
  expect(terminalText("\x1b[8mhidden\x1b[0m \x1b[30;40mblack\x1b[m \x1b[38;5;0mtoo\x1b[48:2::1m")).toBe("hidden\x1b[0m black\x1b[m too");
});

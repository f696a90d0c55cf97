import { afterAll, expect, it } from "vitest";
import { projectOf } from "../kit/project.js";
import { endWarmTerminal, inWarmTerminal } from "./run/pseudo-terminal.js";

afterAll(endWarmTerminal);

/** Sequences that pages and programs can write: the clipboard, a link, a cleared screen in both forms, a character set, a colour that hides, and more. */
const hostile =
  "\x1b]52;c;aGk=\x07\x1b]8;;https://e.example\x1b\\go\x1b]8;;\x1b\\\x1b[2J\u009b2J\x1b(0\x1b[8mhidden\rover\b\b\u202eturned\u200b\u2066\x1bP+q\x1b\\ends";
const octal = [...Buffer.from(hostile)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
const inYaml = JSON.stringify(hostile).replaceAll(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

const specs = `name: shout
description: ${inYaml}
kind: read
schema: { properties: { words: { type: string, description: ${inYaml} } } }
command: [printf, ${JSON.stringify(`${octal}\\n`)}]
examples:
  - { name: ${inYaml}, params: {}, expect: { stdout: quiet } }
---
name: fail_loudly
description: Fail with words that act on the terminal.
kind: read
shell: printf '${octal}\\n' >&2; exit 3
---
name: take_long
description: Print a line and go on for a moment.
kind: read
shell: printf '${octal}\\n'; sleep 0.2; printf '${octal}\\n'
`;
const broken = `name: shout\ndescription: Fine.\nkind: read\ncommand: [ls]\n${inYaml}: ${inYaml}\n`;
const args = JSON.stringify({ words: hostile, [hostile]: hostile });

/** All that the terminal was written, without the sequences that toolgen itself uses. */
const remaining = (seen: string) => seen.replaceAll(/\x1b\[(?:0|1|2|22|3[1-6]|39|90)?m|\r\x1b\[K|\r+\n/g, "");
const acting = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069]/u;

it.each([
  ["the result of a call", specs, ["call", "shout"]],
  ["a result as JSON", specs, ["call", "shout", "--json"]],
  ["the error of a call", specs, ["call", "fail_loudly"]],
  ["progress", specs, ["call", "take_long"]],
  ["the refusal of arguments", specs, ["call", "shout", args]],
  ["a call that isn't made", specs, ["call", "shout", "--dry-run", JSON.stringify({ words: hostile })]],
  ["the name of a tool that there isn't", specs, ["call", hostile]],
  ["failed examples", specs, ["test"]],
  ["diagnostics and the lines that they are about", broken, ["check"]],
  ["the list of tools", specs, ["list"]],
  ["an explanation", specs, ["explain", "shout"]],
  ["a repair", specs, ["repair", "shout", args]],
  ["a decision", specs, ["policy", "why", "shout", args]],
  ["the levels of tools", specs, ["policy"]],
  ["the costs of tools", specs, ["budget"]],
  ["a tool in the library's form", specs, ["discover"]],
  ["the machine", specs, ["doctor"]],
])("doesn't let %s act on the terminal", async (_, text, command) => {
  const terminal = inWarmTerminal(command, { folder: projectOf({ "toolgen.yaml": "version: 1\n", "tools.d/shout.yaml": text }) });
  await terminal.ended;
  expect(terminal.seen()).not.toBe("");
  expect(remaining(terminal.seen())).not.toMatch(acting);
});

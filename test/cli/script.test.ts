import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { projectOf } from "../kit/project.js";
import { toolgen } from "../kit/toolgen.js";

const spec = `name: find_words
description: Finds words in a file.
kind: search
schema:
  properties:
    file: { type: string, description: The file. }
    word: { type: string, description: The word. }
  required: [file]
paths: { file: read }
shell: |
  # It's a script.
  grep -- {{word}} < {{file}} |
    sort
examples:
  - name: finds
    given: { files: { a.txt: "b\\na b\\nc\\n" } }
    params: { file: a.txt, word: b }
    expect: { equals: "a b\\nb\\n" }
  - name: the values are arguments
    params: { file: a.txt, word: "$(b)" }
    expect: { argv: [sh, -c, &script "toolgen_word=\\"\${1}\\" toolgen_file=\\"\${2}\\"; set --; # It's a script.\\ngrep -- \\"\${toolgen_word}\\" < \\"\${toolgen_file}\\" |\\n  sort\\n", find_words, $(b), a.txt] }
  - name: an absent value is empty
    params: { file: a.txt }
    expect: { argv: [sh, -c, *script, find_words, "", a.txt] }
  - name: an option
    params: { file: a.txt, word: -r }
    expect: { error: must not begin with }
`;

let folder: string;
beforeAll(() => {
  folder = projectOf({ "tools.d/find-words.yaml": spec });
});

it("explains a script with its lines", () => {
  const { status, stdout } = toolgen(folder, ["explain", "find_words"]);
  expect(status).toBe(0);
  expect(stdout).toContain(`
Command
  sh
  -c
  | toolgen_word="\${1}" toolgen_file="\${2}"; set --; # It's a script.
  | grep -- "\${toolgen_word}" < "\${toolgen_file}" |
  |   sort
  find_words
  {{word}}   (empty without word)
  {{file}}
`);
  expect(stdout).toContain("word: yes, a value that begins with '-' is refused");
});

it("tests a script by its examples", () => {
  expect(toolgen(folder, ["test"])).toMatchObject({ status: 0, stdout: "4 passed, 0 failed, 0 skipped\n" });
});

it("shows what a call would run, and runs it", () => {
  writeFileSync(join(folder, "it's.txt"), "$(touch canary)\n");
  const dry = toolgen(folder, ["call", "find_words", "--dry-run", JSON.stringify({ file: "it's.txt", word: "$(touch canary)" })]);
  expect(JSON.parse(dry.stdout).argv.slice(3)).toEqual(["find_words", "$(touch canary)", "it's.txt"]);
  expect(toolgen(folder, ["call", "find_words", JSON.stringify({ file: "it's.txt", word: "$(touch canary)" })])).toMatchObject({
    status: 0,
    stdout: "$(touch canary)\n",
  });
  expect(toolgen(folder, ["call", "find_words", JSON.stringify({ file: "a.txt", word: "-r" })])).toMatchObject({ status: 2 });
});

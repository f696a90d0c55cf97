import { expect, it } from "vitest";
import { defined } from "../../agent/tool/defined.js";
import { callToolAsync } from "../../kit/printed.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const spec = (more: string) => `name: t\ndescription: d\nkind: read\nschema: { properties: { x: { type: string } } }\n${more}`;

it.each([
  ["a command", "command: [printf, '%s', hello]", true, false],
  ["Markdown", "command: [printf, '%s', hello]\noutput: markdown", true, true],
  ["a display of its own", "command: [printf, '%s', hello]\noutput: { display: '**{{@output}}**' }", true, true],
  [
    "Markdown whose display is a diff",
    "command: [printf, '%s', hello]\npaths: { x: write }\noutput: { format: markdown, display: diff }",
    true,
    false,
  ],
  ["an image", "command: [printf, '\\211PNG\\r\\n\\032\\n']\noutput: { format: image, mimeType: image/png }", false, false],
  [
    "a result in a file",
    "command: [sh, -c, 'echo hello | tee \"$1\"', sh, '{{@tempDir}}/r']\noutput: { file: '{{@tempDir}}/r' }",
    false,
    false,
  ],
])("says whether output arrives meanwhile, which it then does, and whether it is Markdown: %s", async (_, more, updates, isMarkdown) => {
  const tool = await defined(spec(more));
  expect(tool).toMatchObject({ canUpdateOutput: updates, isOutputMarkdown: isMarkdown });
  const workspace = temporaryFolder();
  const told: string[] = [];
  const context = { workspace, projectDir: workspace, env: { PATH: process.env.PATH, TMPDIR: workspace } };
  const { exitCode } = await callToolAsync(
    tool,
    {},
    { ...context, signal: new AbortController().signal, updateOutput: (text) => told.push(text) },
  );
  expect([exitCode, told.length > 0]).toEqual([0, updates]);
});

it("says it of requests, and of what runs in the background", async () => {
  expect((await defined(spec("http: { url: 'https://example.com/' }"))).canUpdateOutput).toBe(true);
  expect(
    (await defined(spec("http: { url: 'https://example.com/' }\noutput: { format: audio, mimeType: audio/wav }"))).canUpdateOutput,
  ).toBe(false);
  expect((await defined(spec("command: [sleep, '1']\nbackground: true\n").replace("kind: read", "kind: execute"))).canUpdateOutput).toBe(
    false,
  );
});

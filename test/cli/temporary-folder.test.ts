import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectOf, sayTool } from "../kit/project.js";
import { toolgen } from "../kit/toolgen.js";
import { toolgenProcess } from "../kit/toolgen-process.js";

const handlerTool = `name: hand
description: Return a text.
kind: read
handler: ./hand.js#hand
`;
const fileTool = `name: show
description: Show a file.
kind: read
schema: { properties: { text: { type: string } }, required: [text] }
tempFiles: { in: "{{text}}" }
command: [cat, "{{@temp.in}}"]
`;
const project = () =>
  projectOf({
    "tools.d/say.yaml": sayTool.concat("examples: [{ name: it, params: { text: a }, expect: { contains: a } }]\n"),
    "tools.d/hand.yaml": handlerTool,
    "tools.d/hand.js": "export const hand = () => 'a';\n",
    "tools.d/show.yaml": fileTool,
  });

it.each([["test"], ["import cli cat --dry-run"], ["call hand {}"]])("names a TMPDIR that isn't there: toolgen %s", (line) => {
  expect(toolgenProcess(project(), line.split(" "), { env: { TMPDIR: "nowhere" } })).toEqual({
    status: 1,
    stdout: "",
    stderr:
      "toolgen: The folder for temporary files can't be used: 'nowhere' doesn't exist.\nSet TMPDIR to a folder that you may write to.\n",
  });
});

it("names a TMPDIR that is a file", () => {
  const folder = project();
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(toolgenProcess(folder, ["test"], { env: { TMPDIR: file } }).stderr).toContain(`'${file}' is not a folder.`);
});

it.each(["nowhere", "toolgen.yaml"])("says of a call that its files can't be written below TMPDIR=%s", (name) => {
  const folder = project();
  writeFileSync(join(folder, "toolgen.yaml"), "version: 1\n");
  const TMPDIR = join(folder, name);
  const { status, stderr } = toolgen(folder, ["call", "show", '{"text": "a"}'], { env: { TMPDIR } });
  expect(status).toBe(1);
  expect(stderr).toContain(`The files of this call can't be written: the folder for temporary files, ${TMPDIR}/toolgen-`);
  expect(stderr).toContain("can't be created, or is not this user's own.\nNothing was run.");
});

it("finds the programs that doctor looks for, wherever TMPDIR leads", () => {
  expect(toolgenProcess(project(), ["doctor"], { env: { TMPDIR: "nowhere" } }).stdout).toContain(`Node ${process.versions.node}`);
});

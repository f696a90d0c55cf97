import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

/** A project in a fresh folder whose specs, by file name, are built. Answers its root. */
export function builtProject(specs: Readonly<Record<string, string>>): string {
  const project = temporaryFolder();
  writeSpecs(project, specs);
  return project;
}

/** Writes specs into a project and builds it. */
export function writeSpecs(project: string, specs: Readonly<Record<string, string>>): void {
  mkdirSync(join(project, "tools.d"), { recursive: true });
  for (const [name, text] of Object.entries(specs)) writeFileSync(join(project, "tools.d", name), text);
  const { status, stderr } = toolgen(project, ["build"]);
  if (status !== 0) throw new Error(stderr);
}

export const countLines = `
name: count_lines
nameAliases: [wc]
description: Count lines.
kind: read
schema:
  properties:
    files: { type: array, items: { type: string }, minItems: 1 }
    words: { type: boolean, default: false }
  required: [files]
aliases: { files: [paths] }
paths: { "files[]": read }
command: [wc, "{{#if words}}--words{{else}}--lines{{/if}}", --, "{{#each files}}{{this}}{{/each}}"]
`;

export const sayHello = `
name: say_hello
description: Say hello.
kind: other
risk: moderate
schema: { properties: { whom: { type: string } } }
command: [echo, hello, "{{whom}}"]
`;

export const waitLong = `
name: wait_long
description: Wait.
kind: other
schema: { properties: {} }
command: [sleep, "300"]
`;

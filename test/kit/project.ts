import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { printToolList } from "../../src/call/find-tool.js";
import { temporaryCopy, temporaryFolder } from "./temporary-folder.js";
import { toolgen } from "./toolgen.js";

/** The content of files, by path. */
type Files = Readonly<Record<string, string | Buffer>>;

/** A fresh project that holds these files. */
export function projectOf(files: Files): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/**
 * The same, built: the first time in a run by the command line, from then on as a copy. What is built is named by its
 * content, so files of tests in all workers share it.
 */
export function builtProject(files: Files): string {
  const built = join(process.env.TOOLGEN_TEST_FOLDER ?? "", "built", contentHash(files));
  if (!existsSync(built)) build(files, built);
  return temporaryCopy(built);
}

const contentHash = (files: object) => createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 32);

function build(files: Files, built: string): void {
  const folder = projectOf(files);
  const { status, stdout, stderr } = toolgen(folder, ["build"]);
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  mkdirSync(dirname(built), { recursive: true });
  try {
    renameSync(folder, built);
  } catch (error) {
    // Another worker has built it meanwhile.
    if (!existsSync(built)) throw error;
  }
}

/** A small tool that prints a text, under one alias. */
export const sayTool = `name: say
description: Say something out loud. It is printed as it is.
kind: read
nameAliases: [speak]
schema:
  properties:
    text: { type: string, description: What to say. }
    times: { type: integer, minimum: 1, default: 1, description: How often. }
    style: { type: string, enum: [plain, loud], description: How. }
  required: [text]
aliases: { text: [message] }
command:
  - printf
  - "%s/%s\\\\n"
  - "{{text}}"
  - "{{times}}"
  - "{{#if (eq style \\"loud\\")}}!{{/if}}"
  - "--style={{style}}"
exitCodes: { 3: Nothing was said. }
`;

/** The same tool with two mistakes. */
export const brokenTool = sayTool.replace("kind: read", "kind: reed").replace('"{{text}}"', '"{{txt}}"');

/** The tools of `tools/list` in the outputs of a project, as its server lists them. */
export function listedTools(project: string, form: "canonical" | "open" = "canonical") {
  const { excluded = [] } = JSON.parse(readFileSync(join(project, "generated/mcp/server.json"), "utf8"));
  return JSON.parse(printToolList(readFileSync(join(project, "generated/bin/tools.json"), "utf8"), form, new Set(excluded)));
}

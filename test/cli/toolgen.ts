import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freshFolder } from "../tools.d/repository.js";

const program = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

export interface Answer {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line in a folder. `input` is its standard input, by default empty; `stdin` another one, an open file or folder. */
export function toolgen(
  folder: string,
  args: readonly string[],
  options: { readonly input?: string | Buffer; readonly stdin?: number; readonly env?: NodeJS.ProcessEnv } = {},
): Answer {
  if (!existsSync(program)) throw new Error("dist/ is missing: run `npm run build` before these tests, as `npm test` does.");
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    ...(options.stdin === undefined ? { input: options.input ?? "" } : { stdio: [options.stdin, "pipe", "pipe"] }),
    env: { ...env, ...options.env },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

/** A fresh project that holds these files, by path. The test file removes it with `afterAll(removeFolders)`. */
export function projectOf(files: Readonly<Record<string, string>>): string {
  const folder = freshFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
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

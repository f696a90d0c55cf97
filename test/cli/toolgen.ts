import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freshFolder } from "../tools.d/repository.js";
import { warmToolgen } from "./warm-toolgen.js";

/** The built command line. */
export const program = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

export interface Answer {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Options {
  /** Its standard input, by default empty. */
  readonly input?: string | Buffer;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs the built command line in a folder, in a thread that has it loaded: tens of milliseconds instead of a second for a build. */
export function toolgen(folder: string, args: readonly string[], { input = "", env }: Options = {}): Answer {
  return warmToolgen({ folder, args, environment: { ...uncoloured(), ...env }, input });
}

/** Runs the built command line as a process: where the process, its start or its streams are the point. `stdin` is an open file or folder. */
export function toolgenProcess(folder: string, args: readonly string[], options: Options & { readonly stdin?: number } = {}): Answer {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    ...(options.stdin === undefined ? { input: options.input ?? "" } : { stdio: [options.stdin, "pipe", "pipe"] }),
    env: { ...uncoloured(), ...options.env },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

function uncoloured(): NodeJS.ProcessEnv {
  // As if it were not started by npx.
  const { NO_COLOR: _no, FORCE_COLOR: _force, npm_command: _npx, ...env } = process.env;
  return env;
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

/** The same, built. */
export function builtProject(files: Readonly<Record<string, string>>): string {
  const folder = projectOf(files);
  const { status, stdout, stderr } = toolgen(folder, ["build"]);
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
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

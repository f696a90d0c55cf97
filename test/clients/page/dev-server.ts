import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { CallOffer, RunAnswer } from "../../../src/cli/dev/page-messages.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { program } from "../../kit/toolgen.js";
import { toolgenProcess } from "../../kit/toolgen-process.js";

/** A project with `toolgen dev` running in it. */
export interface DevProcess {
  readonly folder: string;
  readonly url: string;
  write(path: string, text: string): void;
  /** Runs a command of toolgen in the project, as another program of the same user. */
  run(args: readonly string[], input?: string): string;
  /** Resolves to the exit code. */
  end(): Promise<number | null>;
}

const running = new Set<ChildProcess>();

/** Starts `toolgen dev` in a project with these files, for a user whose home is the project. */
export async function startDev(
  files: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): Promise<DevProcess> {
  const folder = temporaryFolder("dev");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const env = { ...process.env, ...environment, HOME: folder };
  const dev = spawn(process.execPath, [program, "dev"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"], env });
  running.add(dev);
  let said = "";
  dev.stderr.on("data", (chunk) => {
    said += String(chunk);
  });
  const url = await new Promise<string>((resolve, reject) => {
    dev.stdout.once("data", (chunk) => resolve(String(chunk).trim()));
    dev.once("exit", () => reject(new Error(said)));
  });
  return {
    folder,
    url,
    write,
    run: (args, input = "") => toolgenProcess(folder, args, { env: { ...environment, HOME: folder }, input }).stdout,
    end: async () => {
      const exited = once(dev, "exit");
      dev.kill("SIGTERM");
      const [code] = await exited;
      running.delete(dev);
      return code;
    },
  };
}

/** Ends what a test that failed has left. */
export function endAll(): void {
  for (const dev of running) dev.kill("SIGKILL");
}

/** A client of the project's MCP server, by messages as they are. */
export interface McpSession {
  /** Resolves to the result of `tools/call`. */
  call(name: string, args: object): Promise<unknown>;
  end(): Promise<void>;
}

/** Starts `toolgen mcp` in a project whose user has it as home. */
export async function startMcp(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  revision = "2025-06-18",
): Promise<McpSession> {
  const env = { ...process.env, ...environment, HOME: folder };
  const server = spawn(process.execPath, [program, "mcp"], { cwd: folder, stdio: ["pipe", "pipe", "ignore"], env });
  const waiting = new Map<number, (result: unknown) => void>();
  createInterface({ input: server.stdout }).on("line", (line) => {
    const { id, result, error } = JSON.parse(line) as { id?: number; result?: unknown; error?: unknown };
    if (id !== undefined) waiting.get(id)?.(result ?? error);
  });
  let last = 0;
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const request = (method: string, params: object) =>
    new Promise<unknown>((resolve) => {
      waiting.set(++last, resolve);
      send({ id: last, method, params });
    });
  await request("initialize", { protocolVersion: revision, capabilities: {}, clientInfo: { name: "test", version: "1" } });
  send({ method: "notifications/initialized" });
  return {
    call: (name, args) => request("tools/call", { name, arguments: args }),
    end: async () => {
      const exited = once(server, "exit");
      server.stdin.end();
      await exited;
    },
  };
}

/** The parts of one client's result by their names, as the page shows them, and whether it is an error. */
export type ShownResult = Readonly<Record<string, string | boolean>>;

/** Runs a call as the page does. Returns the result of each client by its name. */
export async function runCall(project: DevProcess, tool: string, args: object): Promise<Readonly<Record<string, ShownResult>>> {
  const headers = { "content-type": "application/json", origin: new URL(project.url).origin };
  const post = async <Answer>(path: string, body: object) =>
    (await (await fetch(`${project.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json()) as Answer;
  const { offer } = await post<CallOffer>("inspect", { tool, text: JSON.stringify(args) });
  const answer = await post<RunAnswer>("run", { offer, confirmed: true });
  if (!answer.ok) throw new Error(answer.text);
  return Object.fromEntries(
    answer.results.map(({ client, isError, parts }) => [
      client,
      { ...Object.fromEntries(parts.map(({ name, text }) => [name, text])), failed: isError },
    ]),
  );
}

/** A result as text, without the names of files of full outputs, which differ in each call. */
export const comparable = (value: unknown) => JSON.stringify(value)?.replaceAll(/\/[^\s"\\]*toolgen[^\s"\\]*/g, "FILE");

/** A part that is shown as JSON. */
export const read = (text: string | boolean | undefined) => (typeof text === "string" ? JSON.parse(text) : undefined);

const count = `name: count_lines
description: Counts the lines of a file that contain a text. Use it before you read a large file.
kind: read
toolsets: [files]
schema:
  type: object
  required: [file]
  properties:
    file: { type: string, description: The file to look at. }
    text: { type: string, description: Only lines with this text count. }
    limit: { type: integer, minimum: 1, default: 100, description: Stop at this many. }
aliases: { file: [path, file_path], limit: [max] }
paths: { file: read }
command: [grep, -c, -m, "{{limit}}", -e, "{{text}}", "{{file}}"]
exitCodes: { 1: No line contains it. }
examples:
  - { name: words of a note, params: { file: notes.txt, text: TODO } }
`;
const measure = `name: measure_file
description: Returns the size of a file as data.
kind: read
toolsets: [files]
schema: { type: object, required: [file], properties: { file: { type: string, description: The file to measure. } } }
aliases: { file: [path] }
command: [printf, '{"file": "%s", "lines": 3}', "{{file}}"]
output:
  format: json
  schema: { type: object, required: [file, lines], properties: { file: { type: string }, lines: { type: integer } } }
`;
const remove = `name: delete_branch
description: Deletes a branch on the server. Nobody can restore it from there.
kind: delete
risk: { level: dangerous, impact: "Deletes the branch {{branch}} for everyone" }
toolsets: [git]
schema: { type: object, required: [branch], properties: { branch: { type: string, description: The branch to delete. } } }
command: [echo, deleted, "{{branch}}"]
`;

/** A small project for the pictures of the documentation. */
export const pictureProject: Readonly<Record<string, string>> = {
  "toolgen.yaml": "version: 1\nserver: office\naudit: true\ntargets: { docs: {}, pi: {} }\n",
  "tools.d/count-lines.yaml": count,
  "tools.d/measure-file.yaml": measure,
  "tools.d/delete-branch.yaml": remove,
  "notes.txt": "TODO one\ndone\nTODO two\n",
};

import { spawn } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

/** The program's file. */
export const geminiScript: string = fileURLToPath(new URL("node_modules/@google/gemini-cli/bundle/gemini.js", import.meta.url));

/** Below the time that a test may take, so that no process outlives it; a run takes 2 to 6 seconds. */
const limitMs = 500_000;

interface Run {
  readonly project: string;
  readonly home: string;
  readonly modelUrl: string;
  readonly prompt: string;
}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A home folder in which the program asks no questions; with these policies, by file name, in `.gemini/policies`. */
export function makeHome(policies: Readonly<Record<string, string>> = {}): string {
  const home = temporaryFolder();
  const settings = {
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    privacy: { usageStatisticsEnabled: false },
    security: { auth: { selectedType: "gemini-api-key" } },
    telemetry: { enabled: false },
  };
  const files = { "settings.json": JSON.stringify(settings), ...prefixed("policies/", policies) };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, ".gemini", path)), { recursive: true });
    writeFileSync(join(home, ".gemini", path), content);
  }
  return home;
}

/** Runs `gemini --prompt` in a project, unattended, with nothing of this environment but the PATH, and ends all that it started. */
export async function runGemini(options: Run): Promise<Ended> {
  const { project, home, modelUrl, prompt } = options;
  const child = spawn(process.execPath, [geminiScript, "--prompt", prompt], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      TMPDIR: home,
      GEMINI_CLI_HOME: home,
      GEMINI_API_KEY: "dummy",
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
      GEMINI_CLI_NO_RELAUNCH: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const endAll = () => endGroup(child.pid);
  const timer = setTimeout(endAll, limitMs);
  process.once("exit", endAll);
  const status = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("exit", (code) => resolve(code)));
  // A process that is left behind would hold the streams open.
  void status.then(endAll, () => undefined);
  try {
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { status: await status, stdout, stderr };
  } finally {
    clearTimeout(timer);
    process.removeListener("exit", endAll);
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The process has ended.
  }
}

function prefixed(prefix: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [prefix + name, content]));
}

const here = fileURLToPath(new URL(".", import.meta.url));

/** A folder of notes with the tools of `tools.yaml`, compiled by the real command line. */
export function makeProject(): string {
  const folder = projectOf({
    "notes/garden.txt": "Plant beans.\nWater them.\n",
    "notes/kitchen/soup.txt": "Soak the beans.\n",
    "meeting/.gitkeep": "",
  });
  mkdirSync(join(folder, "tools.d"));
  copyFileSync(join(here, "tools.yaml"), join(folder, "tools.d", "notes.yaml"));
  cpSync(join(here, "..", "fixtures", "programs"), join(folder, "tools.d", "programs"), { recursive: true });
  const { status, stderr } = toolgen(folder, ["build"]);
  if (status !== 0) throw new Error(stderr);
  return folder;
}

/** Reads a JSON file below `generated/`. */
export function generated<T>(folder: string, path: string): T {
  return JSON.parse(readFileSync(join(folder, "generated", path), "utf8"));
}

/** The policy rule that docs/mcp.md gives to users of this client. */
export function documentedRule(): string {
  const page = readFileSync(join(here, "..", "..", "..", "docs", "mcp.md"), "utf8");
  const block = page.split("**Gemini CLI**")[1]?.split("```toml\n")[1]?.split("```")[0];
  if (block === undefined) throw new Error("docs/mcp.md shows no rule for Gemini CLI");
  return block;
}

/** The settings that a build emits and those that `toolgen install gemini --user` writes, both at once: the model sees every tool twice. */
export function bothSettings(folder: string): Readonly<Record<string, unknown>> {
  const home = temporaryFolder();
  const { status, stderr } = toolgen(folder, ["install", "gemini", "--user", "--yes"], {
    env: { HOME: home, GEMINI_CLI_HOME: undefined, XDG_STATE_HOME: undefined, XDG_CONFIG_HOME: undefined },
  });
  if (status !== 0) throw new Error(stderr);
  const installed: object = JSON.parse(readFileSync(join(home, ".gemini", "settings.json"), "utf8"));
  return { ...generated<object>(folder, "gemini/settings.json"), ...installed };
}

export function writeSettings(folder: string, settings: object): void {
  mkdirSync(join(folder, ".gemini"), { recursive: true });
  writeFileSync(join(folder, ".gemini", "settings.json"), JSON.stringify(settings));
}

/** A call that the model makes. */
export interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The program's declaration of a tool to the model. */
export interface Declaration {
  readonly name: string;
  readonly description: string;
  readonly parametersJsonSchema: Readonly<Record<string, unknown>>;
}

/** A call of the model's last turn, and what the program answers it with. */
interface Answered extends Call {
  readonly response: Readonly<Record<string, unknown>>;
}

/** The calls of a turn, or what makes them of the answers to the turn before. */
export type Turn = readonly Call[] | ((answered: readonly Answered[]) => readonly Call[]);

/** A request for the next turn of the conversation. */
export interface Asked {
  readonly declarations: readonly Declaration[];
  readonly answered: readonly Answered[];
}

/** A model on loopback that speaks as the Gemini API does, turn after turn from a script. */
export interface Model {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Requests for what there is no answer to, as `METHOD PATH`. */
  readonly unknown: readonly string[];
  stop(): void;
}

interface Part {
  readonly functionCall?: Call & { readonly id: string };
  readonly functionResponse?: { readonly id: string; readonly response: Readonly<Record<string, unknown>> };
}

interface Body {
  readonly contents: readonly { readonly parts: readonly Part[] }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly Declaration[] }[];
}

/** Starts a model that makes the calls of each turn, and says "done" when there are no more turns. */
export async function startModel(turns: readonly Turn[]): Promise<Model> {
  const asked: Asked[] = [];
  const unknown: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const path = request.url ?? "";
    if (path.endsWith(":streamGenerateContent?alt=sse")) {
      const turn = turns[asked.length];
      const now = understand(JSON.parse(body));
      asked.push(now);
      const calls = typeof turn === "function" ? turn(now.answered) : turn;
      response.setHeader("content-type", "text/event-stream");
      response.end(`data: ${JSON.stringify(said(calls?.map((functionCall) => ({ functionCall })) ?? [{ text: "done" }]))}\n\n`);
      return;
    }
    response.setHeader("content-type", "application/json");
    // The program has a small model judge the task, and picks the large one by its answer.
    const isRouting = path.endsWith(":generateContent") && body.includes("complexity_score");
    if (!isRouting) unknown.push(`${request.method} ${path}`);
    response.statusCode = isRouting ? 200 : 404;
    response.end(JSON.stringify(isRouting ? said([{ text: '{ "complexity_reasoning": "Short.", "complexity_score": 10 }' }]) : {}));
  };
  const server = createServer((request, response) => void answer(request, response).catch((error) => response.destroy(error)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, asked, unknown, stop };
}

function said(parts: readonly object[]): object {
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return { candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }], usageMetadata };
}

function understand({ contents, tools = [] }: Body): Asked {
  const answers = contents.at(-1)?.parts.flatMap((part) => part.functionResponse ?? []) ?? [];
  const calls = new Map(contents.flatMap(({ parts }) => parts.flatMap(({ functionCall: call }) => (call ? [[call.id, call]] : []))));
  return {
    declarations: tools.flatMap((tool) => tool.functionDeclarations ?? []),
    answered: answers.map(({ id, response }) => {
      const call = calls.get(id);
      if (call === undefined) throw new Error(`the program answers ${id}, which no call has`);
      return { name: call.name, args: call.args, response };
    }),
  };
}

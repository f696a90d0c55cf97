import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../kit/temporary-folder.js";

/** pi under both names of its package: the last of the old one, the last of the new one for Node 20, and the newest. */
export const versions = {
  "0.73.1": "@mariozechner/pi-coding-agent",
  "0.74.0": "@earendil-works/pi-coding-agent",
  "1.6.0": "@earendil-works/pi-coding-agent-1",
} as const;
export type Version = keyof typeof versions;

export const cliOf = (version: Version) => fileURLToPath(new URL(`node_modules/${versions[version]}/dist/cli.js`, import.meta.url));

/** pi 1 needs Node 22, which is installed for tests. */
export const nodeOf = (version: Version) =>
  version === "1.6.0" ? fileURLToPath(new URL("../node-versions/node_modules/node-22/bin/node", import.meta.url)) : process.execPath;

interface PiRun {
  readonly version: Version;
  /** The project, in which pi is started. */
  readonly folder: string;
  readonly turns: readonly Turn[];
  /** How pi gets the extension; by default with `-e`. */
  readonly extension?: readonly string[];
  /** pi's folder of settings; by default a fresh one. */
  readonly home?: string;
  /** Answers a question with one of its options. Without it pi has no user interface. */
  readonly answer?: (question: Question) => string | undefined;
  /** Asks pi to stop once this is seen in what it prints. */
  readonly abortAt?: RegExp;
  readonly env?: NodeJS.ProcessEnv;
}

interface Question {
  readonly title: string;
  readonly options: readonly string[];
}

export interface PiAnswer {
  /** The results that the model received, a text for each call. */
  readonly results: readonly string[];
  readonly offered: ReadonlyMap<string, { readonly parameters: unknown }>;
  readonly questions: readonly Question[];
  readonly notices: readonly string[];
  /** Each event of pi, unchanged. */
  readonly events: readonly { readonly type: string; readonly [key: string]: unknown }[];
  readonly stderr: string;
}

/** A folder of settings that leads pi to the model. */
function piHome(baseUrl: string, home = temporaryFolder()): string {
  mkdirSync(home, { recursive: true });
  const compat = { supportsDeveloperRole: false, supportsReasoningEffort: false };
  const provider = { baseUrl, api: "openai-completions", apiKey: "none", compat, models: [{ id: "scripted" }] };
  writeFileSync(join(home, "models.json"), JSON.stringify({ providers: { loopback: provider } }));
  return home;
}

/** The variables that keep pi from the network and the user's own settings. */
export const piEnvironment = (home: string): NodeJS.ProcessEnv => ({
  ...process.env,
  HOME: home,
  PI_CODING_AGENT_DIR: home,
  PI_OFFLINE: "1",
  PI_TELEMETRY: "0",
});

/** Runs the real pi on a task whose model says what the test wrote, and answers what the model got. */
export async function runPi(run: PiRun): Promise<PiAnswer> {
  const { version, folder, turns, answer, abortAt } = run;
  const model = await loopbackModel(turns);
  const home = piHome(model.baseUrl, run.home);
  const extension = run.extension ?? ["-ne", "-e", join(folder, "generated/pi/extension.js")];
  const mode = answer === undefined ? ["-p", "--mode", "json", "Go."] : ["--mode", "rpc"];
  const flags = ["--offline", "--no-session", "-ns", "-np", "-nc", "--model", "loopback/scripted", ...extension];
  const child = spawn(nodeOf(version), [cliOf(version), ...flags, ...mode], {
    cwd: folder,
    env: { ...piEnvironment(home), ...run.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const questions: Question[] = [];
  const notices: string[] = [];
  const events: PiAnswer["events"][number][] = [];
  let stderr = "";
  let isAborted = false;
  child.stderr.on("data", (chunk) => {
    stderr += String(chunk);
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const take = (line: string): void => {
    const event = JSON.parse(line) as PiAnswer["events"][number];
    events.push(event);
    if (event.type === "extension_ui_request" && event.method === "notify") notices.push(String(event.message));
    if (event.type === "extension_ui_request" && event.method === "select") {
      const question = event as unknown as Question;
      questions.push(question);
      const value = answer?.(question);
      send({ type: "extension_ui_response", id: event.id, ...(value === undefined ? { cancelled: true } : { value }) });
    }
    if (!isAborted && abortAt?.test(line)) {
      isAborted = true;
      send({ type: "abort" });
    }
    if (event.type === "agent_end") child.stdin.end();
  };
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("{")) take(line);
  });
  if (answer === undefined) child.stdin.end();
  else send({ type: "prompt", message: "Go." });
  await new Promise((resolve) => child.once("close", resolve));
  model.close();
  return { results: [...model.results], offered: model.offered, questions, notices, events, stderr };
}

/** A turn of the model: a call of a tool, or a text, with which it ends. */
export type Turn = { readonly tool: string; readonly args: object } | string;

/** A model on loopback that speaks OpenAI's protocol and says what a test wrote. It keeps the results of tools that it was sent. */
interface LoopbackModel {
  readonly baseUrl: string;
  /** The texts of all results, in their order. */
  readonly results: readonly string[];
  /** The tools that it was offered, by name. */
  readonly offered: Map<string, { readonly parameters: unknown }>;
  close(): void;
}

interface Request {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters: unknown } }[];
}

async function loopbackModel(turns: readonly Turn[]): Promise<LoopbackModel> {
  const results: string[] = [];
  const offered: LoopbackModel["offered"] = new Map();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { messages, tools = [] } = JSON.parse(body) as Request;
    for (const { function: tool } of tools) offered.set(tool.name, tool);
    const told = messages.filter(({ role }) => role === "tool").map(({ content }) => textOf(content));
    results.splice(0, results.length, ...told);
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const chunk of chunksOf(turns[told.length] ?? "Done.", told.length)) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    response.end("data: [DONE]\n\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    results,
    offered,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function chunksOf(turn: Turn, index: number): readonly object[] {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: `c${index}`,
    object: "chat.completion.chunk",
    created: 0,
    model: "scripted",
    choices: [{ index: 0, delta, finish_reason }],
  });
  if (typeof turn === "string") return [chunk({ role: "assistant", content: turn }), chunk({}, "stop")];
  const call = { index: 0, id: `call_${index}`, type: "function", function: { name: turn.tool, arguments: JSON.stringify(turn.args) } };
  return [chunk({ role: "assistant", tool_calls: [call] }), chunk({}, "tool_calls")];
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return (content as readonly { readonly text?: string }[]).map(({ text = "" }) => text).join("\n");
}

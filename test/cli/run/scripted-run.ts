import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { builtProject } from "../../agent/registry/project.js";
import { temporaryCopy } from "../../kit/temporary-folder.js";

const specs = `
name: write_note
description: Write a note.
kind: edit
schema:
  properties:
    file: { type: string, description: Where. }
    text: { type: string, description: All of it. }
  required: [file, text]
paths: { file: { access: write, type: file } }
risk: { level: moderate, impact: "Replaces {{file}}." }
command: [node, "{{@specDir}}/write.cjs", "{{file}}"]
stdin: "{{text}}"
output: { display: diff, preview: true }
summary: "{{file}}"
---
name: say_hello
description: Say hello to somebody.
kind: other
schema: { properties: { whom: { type: string } }, required: [whom] }
risk:
  level: moderate
  rules:
    - { when: { whom: everybody }, level: dangerous }
command: [echo, hello, "{{whom}}"]
---
name: wipe_files
description: Wipe files.
kind: delete
schema: { properties: { paths: { type: array, items: { type: string } } }, required: [paths] }
paths: { "paths[]": write }
risk: dangerous
command: [echo, wiped, "{{json paths}}"]
---
name: note_down
description: Note a line down, and wait.
kind: other
schema:
  properties:
    line: { type: string }
    seconds: { type: number, default: 0 }
  required: [line]
risk: moderate
command: [sh, "{{@specDir}}/note.sh", "{{line}}", "{{seconds}}"]
---
name: wait_long
description: Wait, and say who waits.
kind: read
shell: echo $$ > pid; echo waiting; [ -e go ] || exec sleep 300
---
name: wait_stubborn
description: Wait for a file, and don't end when told to.
kind: read
shell: trap '' TERM; echo $$ > pid; echo waiting; until [ -e go ]; do sleep 0.05; done
---
name: show_file
description: Show a file.
kind: read
schema: { properties: { file: { type: string } }, required: [file] }
paths: { file: read }
command: [cat, --, "{{file}}"]
`;

const write = `require("node:fs").writeFileSync(process.argv[2], require("node:fs").readFileSync(0));\n`;
const note = `printf '%s\\n' "$1" >> log.txt\nexec sleep "$2"\n`;

let built: string | undefined;

/** A project that is built, with tools that read, write, talk and wait: its folder, and each a fresh one. It is built once for a file of tests. */
export function runProject(): string {
  // Files of tests that run in the same process share this module, and each removes its folders.
  if (built === undefined || !existsSync(built)) built = builtProject({ "tools.yaml": specs, "write.cjs": write, "note.sh": note });
  const project = temporaryCopy(built);
  writeFileSync(join(project, "note.txt"), "one\ntwo\n");
  return project;
}

/** A turn of the model: what it says, the calls that it makes, and whether it goes on speaking until the request is gone. */
export interface Turn {
  readonly text?: string;
  readonly calls?: readonly (readonly [name: string, args: object])[];
  readonly then?: "open";
}

interface Message {
  readonly role: string;
  readonly content: unknown;
}

export interface ScriptedServer {
  readonly url: string;
  /** The messages of each request. */
  readonly requests: readonly (readonly Message[])[];
  /** The names of the tools that the last request offers. */
  readonly offered: () => readonly string[];
  /** Results of tools in the last request. */
  readonly results: () => readonly unknown[];
  close(): Promise<void>;
}

interface Request {
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** A server on loopback that speaks as OpenAI's chat completions do, and says these turns, one for each request. */
export async function scriptedServer(...turns: readonly Turn[]): Promise<ScriptedServer> {
  const requests: Request[] = [];
  const server = createServer(async (request, response) => {
    requests.push(JSON.parse(await textOf(request)));
    const turn = turns[requests.length - 1];
    if (turn === undefined) response.writeHead(400).end('{"error":{"message":"the script has no further turn"}}');
    else say(turn, response, requests.length);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    get requests() {
      return requests.map(({ messages }) => messages);
    },
    offered: () => requests.at(-1)?.tools?.map((tool) => tool.function.name) ?? [],
    results: () => requests.at(-1)?.messages.flatMap(({ role, content }) => (role === "tool" ? [content] : [])) ?? [],
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function say({ text, calls = [], then }: Turn, response: ServerResponse, number: number): void {
  const send = (choice: object, more: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: `r${number}`, object: "chat.completion.chunk", created: 1, model: "scripted", choices: [choice], ...more })}\n\n`,
    );
  response.writeHead(200, { "content-type": "text/event-stream" });
  // In pieces, as models speak.
  for (const content of text?.match(/.{1,7}/gsu) ?? []) send({ index: 0, delta: { role: "assistant", content }, finish_reason: null });
  for (const [index, [name, args]] of calls.entries()) {
    const call = { index, id: `c${number}.${index}`, type: "function", function: { name, arguments: JSON.stringify(args) } };
    send({ index: 0, delta: { role: "assistant", tool_calls: [call] }, finish_reason: null });
  }
  if (then === "open") return;
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  send({ index: 0, delta: {}, finish_reason: calls.length > 0 ? "tool_calls" : "stop" }, { usage });
  response.end("data: [DONE]\n\n");
}

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

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

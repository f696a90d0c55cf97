import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A turn of the model: a call of a tool, or a text, with which it ends. */
export type Turn = { readonly tool: string; readonly args: object } | string;

/** A model on loopback that speaks OpenAI's protocol and says what a test wrote. It keeps the results of tools that it was sent. */
export interface LoopbackModel {
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

export async function loopbackModel(turns: readonly Turn[]): Promise<LoopbackModel> {
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

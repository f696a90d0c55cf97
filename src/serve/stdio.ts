import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { listUnder } from "./list-under.js";
import type { ServeTools, Surroundings } from "./serve-tools.js";
import { createServer, renderedTools } from "./server.js";
import type { SchemaForm, ToolSource } from "./tool-source.js";
import { unmatchedRisk } from "./unmatched-risk.js";

/** The longest message that is read: what the longest standard input of `call` is. */
const maxMessageBytes = 64 * 1024 * 1024;

export const serveTools: ServeTools = (source, { env, ...more }, { input, output }) =>
  new Promise((resolve) => {
    // Nobody changes it while a server runs, and each look at a variable of the process's own asks the system.
    const surroundings = { ...more, env: { ...env } };
    for (const line of surroundings.risk === undefined ? [] : unmatchedRisk(source, surroundings.risk)) surroundings.log(line);
    const transport = new ToolsTransport(source, output, { input, surroundings, onClosed: resolve });
    serveStdio(({ era }) => createServer(source, surroundings, era), {
      transport,
      onerror: ({ message }) => surroundings.log(onOneLine(message)),
    });
  });

interface TransportMeans {
  readonly input: Readable;
  readonly surroundings: Surroundings;
  readonly onClosed: () => void;
}

/** The SDK's transport, but for the answer to `tools/list`, which is written as it was rendered when the specs were built, or as the user's settings leave it. */
class ToolsTransport extends StdioServerTransport {
  readonly #source: ToolSource;
  readonly #surroundings: Surroundings;
  readonly #output: Writable;
  readonly #onClosed: () => void;

  constructor(source: ToolSource, output: Writable, { input, surroundings, onClosed }: TransportMeans) {
    super(input, output, { maxBufferSize: maxMessageBytes });
    this.#source = source;
    this.#surroundings = surroundings;
    this.#output = output;
    this.#onClosed = onClosed;
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    const form = "result" in message ? renderedForm(message.result.tools) : undefined;
    if (!("result" in message) || form === undefined) return super.send(message);
    let tools: Uint8Array;
    try {
      tools = listUnder(this.#source, this.#surroundings, form);
    } catch (error) {
      const text = `The list of tools could not be read. Run 'toolgen build'. (${error instanceof Error ? error.message : String(error)})`;
      return super.send({ jsonrpc: "2.0", id: message.id, error: { code: -32603, message: text } });
    }
    const { result, ...envelope } = message;
    const { tools: _, ...rest } = result;
    this.#output.write(`${inside(envelope)},"result":${inside({ ...rest })}${Object.keys(rest).length > 0 ? "," : ""}"tools":`);
    this.#output.write(tools);
    await new Promise<void>((resolve, reject) => this.#output.write("}}\n", (error) => (error ? reject(error) : resolve())));
  }

  override async close(): Promise<void> {
    await super.close();
    this.#onClosed();
  }
}

const renderedForm = (tools: unknown): SchemaForm | undefined =>
  (["canonical", "open"] as const).find((form) => renderedTools[form] === tools);

/** A JSON object without its last brace, to be gone on with. */
const inside = (value: object) => JSON.stringify(value).slice(0, -1);

const onOneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, " ").slice(0, 500);

import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

export const revisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof revisions)[number];

/** Returns what is wrong with a value by a definition of the protocol, such as `CallToolResult`; empty if it is valid. */
export type Problems = (definition: string, value: unknown) => string;

/** The definitions of a revision that a server's messages are checked by, under the revision's own names. */
export async function officialSchema(revision: Revision): Promise<Problems> {
  if (revision === "2024-11-05") return firstSchemas();
  const schema = suiteSchemas()[revision];
  return jsonSchema(revision === "2025-11-25" ? withFractions(schema) : schema);
}

/**
 * The schema of 2025-11-25 has `integer` for what a field for numbers begins with. The suite of the same revision asks
 * for a fraction, and the schema of the next revision has `number`.
 */
function withFractions(schema: object): object {
  const text = JSON.stringify(schema);
  const whole = '"NumberSchema":{"properties":{"default":{"type":"integer"}';
  if (!text.includes(whole)) throw new Error("The suite's schema of 2025-11-25 has changed.");
  return JSON.parse(text.replace(whole, whole.replace("integer", "number"))) as object;
}

/**
 * The schemas that the suite checks messages by: those of the protocol's repository, unchanged. No package exports
 * them, so they are read from the suite's only file, whose version is fixed in the lockfile.
 */
function suiteSchemas(): Readonly<Record<Revision, object>> {
  const file = new URL("node_modules/@modelcontextprotocol/conformance-next/dist/index.js", import.meta.url);
  const code = readFileSync(file, "utf8");
  const table = /;const \w+=\{"2025-03-26":(\w+),"2025-06-18":(\w+),"2025-11-25":(\w+),\[\w+\]:(\w+)\};/.exec(code);
  if (table === null) throw new Error("The suite's schemas are somewhere else now.");
  const [, a, b, c, d] = table;
  const declared = code.slice(code.lastIndexOf(`,${a}={$schema:`, table.index) + 1, table.index);
  return runInNewContext(`const ${declared}; ({ "2025-03-26": ${a}, "2025-06-18": ${b}, "2025-11-25": ${c}, "2026-07-28": ${d} })`);
}

function jsonSchema(schema: object): Problems {
  const isOld = "definitions" in schema;
  const options = { strict: false, allErrors: true };
  const ajv = isOld ? new Ajv(options) : new Ajv2020(options);
  addFormats.default(ajv);
  ajv.addSchema(schema, "mcp");
  return (definition, value) => {
    const validate = ajv.getSchema(`mcp#/${isOld ? "definitions" : "$defs"}/${definition}`);
    if (validate === undefined) return `The revision has no ${definition}.`;
    return validate(value) === true ? "" : ajv.errorsText(validate.errors);
  };
}

interface Parser {
  safeParse(value: unknown): { readonly success: boolean; readonly error?: { readonly message: string } };
}

/** No package has the first revision as JSON Schema. The SDK of its time has it as parsers. */
async function firstSchemas(): Promise<Problems> {
  const url = new URL("node_modules/@modelcontextprotocol/sdk-of-2024/dist/types.js", import.meta.url);
  const parsers: Readonly<Record<string, Parser | undefined>> = await import(url.href);
  return (definition, value) => {
    const parsed = parsers[`${definition}Schema`]?.safeParse(value);
    if (parsed === undefined) return `The revision has no ${definition}.`;
    return parsed.success ? "" : (parsed.error?.message ?? "It is invalid.");
  };
}

export interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: unknown;
}

/** A message of the server, and the method of the request that it belongs to. */
export interface Received {
  readonly method: string;
  readonly message: Message;
}

const client = { name: "test", version: "1" };
const accept = { action: "accept", content: {} };

/** The calls of the catalogue that take arguments. */
const argumentsOf: Readonly<Record<string, object>> = {
  json_schema_2020_12_tool: { phone: "1" },
  test_custom_header: { region: "eu" },
};

/** A client that reads messages as they come, so that nothing changes them. It accepts each question of the server. */
export class RecordedSession {
  readonly received: Received[] = [];
  readonly #url: string;
  readonly #revision: Revision;
  #session: string | undefined;
  #requests = 0;

  constructor(url: string, revision: Revision) {
    this.#url = url;
    this.#revision = revision;
  }

  /** Sends every kind of request, with wrong ones among them. */
  async run(): Promise<void> {
    await this.#begin();
    const { tools } = await this.#ask("tools/list");
    for (const { name } of tools as readonly { readonly name: string }[]) await this.#call(name, argumentsOf[name] ?? {});
    await this.#call("test_simple_tex", {});
    await this.#call("test_custom_header", { region: 5, other: true });
    await this.#ask("tools/list", { cursor: "unknown" });
    const { resources } = await this.#ask("resources/list");
    for (const { uri } of resources as readonly { readonly uri: string }[]) await this.#ask("resources/read", { uri });
    await this.#ask("resources/templates/list");
    await this.#ask("resources/read", { uri: "test://template/123/data" });
    await this.#ask("resources/read", { uri: "test://nothing" });
    await this.#ask("prompts/list");
    await this.#ask("prompts/get", { name: "test_simple_prompt" });
    await this.#ask("prompts/get", { name: "test_prompt_with_arguments", arguments: { arg1: "a", arg2: "b" } });
    await this.#ask("prompts/get", { name: "test_prompt_with_arguments" });
    await this.#askAndAnswer("prompts/get", { name: "test_input_required_result_prompt" });
    const ref = { type: "ref/prompt", name: "test_prompt_with_arguments" };
    await this.#ask("completion/complete", { ref, argument: { name: "arg1", value: "a" } });
    if (!this.#isModern) await this.#ask("ping");
    await this.#ask("unknown/method");
  }

  /** Clients can be asked since 2025-06-18. */
  get #capabilities(): object {
    return this.#revision >= "2025-06-18" ? { elicitation: { form: {} } } : {};
  }

  get #isModern(): boolean {
    return this.#revision >= "2026-07-28";
  }

  async #begin(): Promise<void> {
    if (this.#isModern) return void (await this.#ask("server/discover"));
    await this.#ask("initialize", { protocolVersion: this.#revision, capabilities: this.#capabilities, clientInfo: client });
    await this.#send({ method: "notifications/initialized" });
  }

  async #call(name: string, args: object): Promise<void> {
    await this.#askAndAnswer("tools/call", { name, arguments: args, _meta: { progressToken: `progress of ${name}` } });
  }

  /** Sends a request again with answers, if its result asks for input. */
  async #askAndAnswer(method: string, params: Readonly<Record<string, unknown>>): Promise<void> {
    const { inputRequests, requestState } = await this.#ask(method, params);
    if (inputRequests === undefined) return;
    const inputResponses = Object.fromEntries(Object.keys(Object(inputRequests)).map((key) => [key, accept]));
    await this.#ask(method, { ...params, inputResponses, requestState });
  }

  /** Returns the result, empty after an error. */
  async #ask(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.#requests;
    const own = this.#isModern ? { ...params, _meta: { ...(params._meta ?? {}), ...this.#envelope } } : params;
    await this.#send({ id, method, params: own });
    return this.received.find(({ message }) => message.id === id && message.method === undefined)?.message.result ?? {};
  }

  get #envelope() {
    const entries = { protocolVersion: this.#revision, clientInfo: client, clientCapabilities: this.#capabilities };
    return Object.fromEntries(Object.entries(entries).map(([key, value]) => [`io.modelcontextprotocol/${key}`, value]));
  }

  async #send(message: Message): Promise<void> {
    const response = await fetch(this.#url, {
      method: "POST",
      headers: this.#headersFor(message),
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
    this.#session ??= response.headers.get("mcp-session-id") ?? undefined;
    const isStream = response.headers.get("content-type")?.includes("event-stream");
    let unread = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      unread += chunk;
      const lines = isStream ? unread.split("\n") : [];
      unread = isStream ? (lines.pop() ?? "") : unread;
      for (const line of lines) if (line.startsWith("data: ")) this.#receive(message, line.slice("data: ".length));
    }
    if (!isStream && unread !== "") this.#receive(message, unread);
  }

  #headersFor({ method = "", params }: Message): Record<string, string> {
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const session = this.#session === undefined ? {} : { "mcp-session-id": this.#session };
    const version = method === "initialize" ? {} : { "mcp-protocol-version": this.#revision };
    if (!this.#isModern) return { ...headers, ...session, ...version };
    const { name, uri, arguments: args } = (params ?? {}) as { name?: string; uri?: string; arguments?: { region?: unknown } };
    const named = name ?? uri;
    const region = args?.region === undefined ? {} : { "mcp-param-region": String(args.region) };
    return { ...headers, ...version, "mcp-method": method, ...(named !== undefined && { "mcp-name": named }), ...region };
  }

  #receive({ method = "" }: Message, text: string): void {
    const message = JSON.parse(text) as Message;
    this.received.push({ method, message });
    // Its answer may be read only once the server has this one, so it isn't awaited.
    if (message.method !== undefined && message.id !== undefined) void this.#send({ id: message.id, result: accept });
  }
}

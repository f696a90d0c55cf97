import type { Revision } from "./official-schemas.js";

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

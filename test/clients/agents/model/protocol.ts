/** A tool as a client declares it to its model. */
export interface DeclaredTool {
  readonly name: string;
  readonly schema?: unknown;
}

/** The tools and the conversation in a client's request. */
export interface Turn {
  /** The server's tools that it declares, without the client's prefix. */
  readonly declared: readonly DeclaredTool[];
  /** The client's answers to the calls of earlier turns. */
  readonly results: readonly Result[];
}

export interface Result {
  /** That of the call. */
  readonly id: string;
  /** As JSON. */
  readonly answer: string;
}

/** A call that the model makes, of a tool by the name that the client declares. */
export interface ModelCall {
  readonly name: string;
  readonly id: string;
  /** As JSON. */
  readonly args: string;
}

/** A part of a streamed answer; `type` is its event, where the protocol names one. */
export type Event = { readonly type?: string } & Readonly<Record<string, unknown>>;

/** How a client talks to its model. */
export interface Protocol {
  /** A part of its requests' paths. */
  readonly path: string;
  /** Reads the body of a request; `undefined` if it isn't one for an answer. The names of the server's tools begin with `prefix`. */
  read(body: unknown, prefix: string): Turn | undefined;
  say(text: string): readonly Event[];
  call(call: ModelCall): readonly Event[];
  /** The last line of a stream, where the protocol has one. */
  readonly end?: string;
}

/** The call of a tool, after which a `-` can stand with its argument: by default `hello`. That text is the id of the call, too. Of `tool_search`, a client's own tool, it is the tool to look for. */
export function modelCall(tool: string, prefix = ""): ModelCall {
  const [name = "", text = "hello"] = tool.split("-");
  if (name === "tool_search") return { name, id: tool, args: JSON.stringify({ query: `select:${prefix}${text}` }) };
  return { name: prefix + name, id: tool, args: JSON.stringify({ text }) };
}

/** The tools whose names begin with a prefix, without it. */
export const ownTools = (tools: readonly DeclaredTool[], prefix: string): readonly DeclaredTool[] =>
  tools.flatMap((tool) => (tool.name.startsWith(prefix) ? [{ ...tool, name: tool.name.slice(prefix.length) }] : []));

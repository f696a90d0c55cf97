import type { JsonObject } from "../json/json-value.js";
import type { OutputFormat } from "./definition.js";

/** One call, in the form that the process which calls the server reads: nothing in it depends on the definition. */
export interface PreparedMcpCall {
  readonly server: PreparedMcpServer;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** How the answer is printed. */
  readonly format: OutputFormat;
}

export interface PreparedMcpServer {
  readonly name: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly type?: "http" | "sse";
  readonly headers?: Readonly<Record<string, string>>;
}

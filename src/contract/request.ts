import type { JsonValue } from "./json-value.js";
import type { TextTemplate, ValueRef } from "./text-template.js";

/** A request that runs a tool, with placeholders: plain data, as a spec's `http` was compiled. */
export interface HttpRequest {
  readonly method: string;
  /** `http://…` or `https://…`. The part before the path is the author's, or a value of an enum. */
  readonly url: TextTemplate;
  readonly query?: readonly HttpField[];
  /** Lower-case names. */
  readonly headers?: readonly HttpField[];
  readonly body?: HttpBody;
  /** Hosts that may be on this machine or in its networks: names, addresses, and ranges such as `10.1.0.0/16`. */
  readonly allowPrivate?: readonly string[];
}

/** An entry that is dropped if its text is absent. */
export interface HttpField {
  readonly name: string;
  readonly text: TextTemplate;
}

export type HttpBody =
  | { readonly kind: "json"; readonly value: JsonTemplate }
  | { readonly kind: "form"; readonly fields: readonly HttpField[] }
  | { readonly kind: "text"; readonly text: TextTemplate };

/** JSON with placeholders. A `value` keeps its type; an absent one is dropped from its object or list. */
export type JsonTemplate =
  | { readonly kind: "constant"; readonly value: JsonValue }
  | { readonly kind: "value"; readonly ref: ValueRef }
  | { readonly kind: "text"; readonly text: TextTemplate }
  | { readonly kind: "object"; readonly entries: readonly (readonly [name: string, value: JsonTemplate])[] }
  | { readonly kind: "list"; readonly items: readonly JsonTemplate[] };

/** A request of one call: nothing in it depends on the definition any more. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  /** The spec's headers, by their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: { readonly kind: HttpBody["kind"]; readonly text: string; readonly hasSecret?: true };
  readonly allowPrivate: readonly string[];
}

/** A call of an MCP server's tool that runs a tool, with placeholders: plain data, as a spec's `mcp` was compiled. */
export interface McpCall {
  readonly server: McpServerEntry;
  /** By the server's own name. */
  readonly tool: string;
  /** An object. Without it, the server gets the checked call. */
  readonly arguments?: JsonTemplate;
}

/** A server of `mcpServers` in toolgen.yaml. It has a `command` or a `url`. */
export interface McpServerEntry {
  readonly name: string;
  /** A name on PATH, or a path relative to the project's root. */
  readonly command?: string;
  readonly args?: readonly string[];
  /** Relative to the project's root. Without it, the server runs in the workspace. */
  readonly cwd?: string;
  /** Variables besides those that every program gets. One without a value is left out. */
  readonly env?: readonly HttpField[];
  readonly url?: string;
  readonly type?: "http" | "sse";
  readonly headers?: readonly HttpField[];
}

import type { JsonValue } from "./json-value.js";
import type { DeclaredTool } from "./surface-change.js";
import type { TextTemplate, ValueRef } from "./text-template.js";

/** A request that runs a tool, with placeholders: plain data, as a spec's `http` was compiled. */
export interface HttpRequest {
  readonly method: string;
  /** `http://…` or `https://…`. The part before the path is the author's, or a value of an enum. */
  readonly url: TextTemplate;
  readonly query?: readonly HttpField[];
  /** Lower-case names. */
  readonly headers?: readonly HttpField[];
  readonly cookies?: readonly HttpField[];
  readonly body?: HttpBody;
  /** Hosts that may be on this machine or in its networks: names, addresses, and ranges such as `10.1.0.0/16`. */
  readonly allowPrivate?: readonly string[];
}

/**
 * An entry that is dropped if its text is absent. In a query, a form and a multipart body, `...` in its name stands for
 * the keys of the map that its `each` goes through.
 */
export interface HttpField {
  readonly name: string;
  readonly text: TextTemplate;
}

/** The body of a request. */
export type HttpBody =
  | { readonly kind: "json"; readonly value: JsonTemplate }
  | { readonly kind: "form"; readonly fields: readonly HttpField[] }
  | { readonly kind: "text"; readonly text: TextTemplate }
  | { readonly kind: "multipart"; readonly parts: readonly HttpPart[] }
  | { readonly kind: "file"; readonly path: TextTemplate };

/** A part of a body of the type multipart/form-data. `isFile`: its text is the path of the file that is sent. */
export interface HttpPart extends HttpField {
  readonly isFile?: true;
  /** Its media type, if it isn't the usual one. */
  readonly type?: string;
}

/**
 * JSON with placeholders. A `value` keeps its type; an absent one is dropped from its object or list. The entries of
 * the map `rest` are added to its object.
 */
export type JsonTemplate =
  | { readonly kind: "constant"; readonly value: JsonValue }
  | { readonly kind: "value"; readonly ref: ValueRef }
  | { readonly kind: "text"; readonly text: TextTemplate }
  | { readonly kind: "object"; readonly entries: readonly (readonly [name: string, value: JsonTemplate])[]; readonly rest?: ValueRef }
  | { readonly kind: "list"; readonly items: readonly JsonTemplate[] };

/** A request of one call: nothing in it depends on the definition any more. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  /** The spec's headers, by their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: PreparedBody & { readonly hasSecret?: true };
  readonly allowPrivate: readonly string[];
}

/** The body of a request: its text, or the files that are read when it is sent. */
export type PreparedBody =
  | { readonly kind: "json" | "form" | "text"; readonly text: string }
  | { readonly kind: "multipart"; readonly parts: readonly PreparedPart[] }
  | { readonly kind: "file"; readonly path: string };

/** `text` is the path of the file that is sent if `isFile` is true. */
export interface PreparedPart extends Omit<HttpPart, "text"> {
  readonly text: string;
}

/** A body as people read it: a text, or the parts by their names, with the paths of files under `file`. */
export function describeBody(body: PreparedBody): JsonValue {
  if (body.kind === "file") return { file: body.path };
  if (body.kind !== "multipart") return body.text;
  const names = [...new Set(body.parts.map(({ name }) => name))];
  const values = (name: string) =>
    body.parts.filter((part) => part.name === name).map(({ text, isFile }): JsonValue => (isFile ? { file: text } : text));
  return Object.fromEntries(
    names.map((name) => [name, values(name)]).map(([name, all]) => [name, all?.length === 1 ? all[0] : all]),
  ) as JsonValue;
}

/** The same as a text. */
export function bodyText(body: PreparedBody): string {
  const described = describeBody(body);
  return typeof described === "string" ? described : JSON.stringify(described);
}

/** A call of an MCP server's tool that runs a tool, with placeholders: plain data, as a spec's `mcp` was compiled. */
export interface McpCall {
  readonly server: McpServerEntry;
  /** By the server's own name. */
  readonly tool: string;
  /** An object. Without it, the server gets the checked call. */
  readonly arguments?: JsonTemplate;
  /** The declaration that its server is held to. */
  readonly declared?: DeclaredTool;
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

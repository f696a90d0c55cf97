import type { JsonValue } from "../json/json-value.js";
import type { Ref, Text } from "./template.js";

/** A request that runs a tool, with placeholders: plain data, as a spec's `http` was compiled. */
export interface HttpRequest {
  readonly method: string;
  /** `http://…` or `https://…`. What stands before the path is the author's, or one of an enum. */
  readonly url: Text;
  readonly query?: readonly HttpField[];
  /** Names in small letters. */
  readonly headers?: readonly HttpField[];
  readonly body?: HttpBody;
  /** Hosts that may be on this machine or in its networks: names, addresses, and ranges such as `10.1.0.0/16`. */
  readonly allowPrivate?: readonly string[];
}

/** An entry that goes away where its text is absent. */
export interface HttpField {
  readonly name: string;
  readonly text: Text;
}

export type HttpBody =
  | { readonly kind: "json"; readonly value: JsonTemplate }
  | { readonly kind: "form"; readonly fields: readonly HttpField[] }
  | { readonly kind: "text"; readonly text: Text };

/** JSON with holes. A `value` keeps its type; what is absent leaves its object or its list. */
export type JsonTemplate =
  | { readonly kind: "constant"; readonly value: JsonValue }
  | { readonly kind: "value"; readonly ref: Ref }
  | { readonly kind: "text"; readonly text: Text }
  | { readonly kind: "object"; readonly entries: readonly (readonly [name: string, value: JsonTemplate])[] }
  | { readonly kind: "list"; readonly items: readonly JsonTemplate[] };

/** A request of one call: nothing of it depends on the definition any more. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  /** Those of the spec, by their names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: { readonly kind: HttpBody["kind"]; readonly text: string };
  readonly allowPrivate: readonly string[];
}

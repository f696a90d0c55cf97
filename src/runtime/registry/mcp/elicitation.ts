import type { JsonObject } from "../../json/json-value.js";

/** A question that an MCP server asks the user during a call of one of its tools (`elicitation/create`). */
export interface ElicitationRequest {
  /** The alias of the server in `mcpServers`. Show it to the user. */
  readonly serverName: string;
  /** The question in the server's words, which may say anything. */
  readonly message: string;
  /** The form, in the part of JSON Schema that MCP has for forms: texts, numbers, booleans and choices. */
  readonly requestedSchema: ElicitationForm;
}

/** A form without properties asks for a yes or a no. */
export interface ElicitationForm {
  readonly type: "object";
  readonly properties: Readonly<Record<string, JsonObject>>;
  readonly required?: readonly string[] | undefined;
}

/** The value of a field: a text, a number, a boolean, or several choices. */
export type ElicitationValue = string | number | boolean | readonly string[];

/** The user's answer: the form's values, a no (`decline`), or no decision (`cancel`). */
export type ElicitationResult =
  | { readonly action: "accept"; readonly content: Readonly<Record<string, ElicitationValue>> }
  | { readonly action: "decline" | "cancel" };

/** Asks the user. `signal` is aborted when the answer is no longer needed. */
export type ElicitationHandler = (request: ElicitationRequest, options: { readonly signal: AbortSignal }) => Promise<ElicitationResult>;

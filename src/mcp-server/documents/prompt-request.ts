import type { AuthInfo, InputRequiredResult } from "@modelcontextprotocol/server";
import type { AskForParameters } from "../elicit/complete-arguments.js";
import type { ServerOptions } from "../serve-tools.js";
import type { ServerState } from "../server-state.js";
import type { ServedToolSource } from "../tool-source.js";

/** A request for a prompt: who asks, and in which revision of the protocol. */
export interface PromptRequest {
  readonly args: unknown;
  readonly signal: AbortSignal;
  readonly authInfo: AuthInfo | undefined;
  readonly revision: string;
  /** Returns how the client's user is asked for arguments; absent if the client can't ask. */
  readonly asking: (() => Promise<AskForParameters<InputRequiredResult>>) | undefined;
}

/** The data that a prompt is rendered with, besides its arguments. */
export interface PromptSurroundings {
  readonly options: ServerOptions;
  readonly state: ServerState;
  readonly resources: ServedToolSource["resources"];
}

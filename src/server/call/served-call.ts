import type { PreparedOrRefused } from "../../call/prepare-call.js";
import { riskSettingsFor } from "../../call/risk-settings.js";
import type { Destination } from "../../call/shape-result.js";
import type { CallContext } from "../../contract/call.js";
import type { ToolDefinition } from "../../contract/definition.js";
import type { AskForParameters } from "../approval/complete-arguments.js";
import type { ServerOptions } from "../server-options.js";
import type { Client } from "../state/check-approval.js";
import type { ConcurrencySlot } from "../state/concurrency-limit.js";
import type { ElicitationAnswer, ElicitationQuestion } from "../state/elicitation-question.js";
import type { ResultRoom } from "../state/result-room.js";
import type { ServerState } from "../state/server-state.js";
import type { FoundServedTool } from "../tool-source.js";

/** A call that a client requests. */
export interface ServedCall<Later> {
  readonly found: FoundServedTool & { readonly ok: true };
  readonly args: unknown;
  readonly signal: AbortSignal;
  readonly updateOutput?: (output: string) => void;
  /** Keeps an output that has to be cut, and returns where it is; by default in a file. */
  readonly keepFull?: Destination["keepFull"];
  /** The call as its caller has already prepared it. */
  readonly prepared?: PreparedOrRefused;
  /** True for a call that is repeated with an answer. Its mistakes were counted the first time. */
  readonly isRepeated: boolean;
  readonly client: Client;
  /** The caller as authenticated over HTTP; empty if callers aren't known. */
  readonly principal?: string;
  /** Held while the call's program runs, also for a preview, and released while the user is asked. */
  readonly slot: ConcurrencySlot;
  /** Absent if the result isn't counted, or is counted elsewhere. */
  readonly room?: ResultRoom;
  /**
   * Asks a question. If the answer comes with another request, returns the result of this one. Rejects if no answer
   * comes. `isAgain`: the plan of the call has changed since the user's last answer.
   */
  ask(question: ElicitationQuestion, change: LookAtChange, isAgain: boolean): Promise<Reply | { readonly later: Later }>;
  /** Asks for parameters that the call lacks; without it, they are missing. */
  readonly askForParameters?: AskForParameters<Later>;
}

/** Previews the change that the call would make, for a question that is about to be asked. */
export type LookAtChange = () => Promise<readonly string[]>;

/** An answer, and the old content of the files that the call changes, from the time of the question. */
export interface Reply extends Pick<ElicitationQuestion, "files"> {
  /** `other-plan`: this is the second question whose plan is another one by the time of its answer. */
  readonly answer: ElicitationAnswer | "other-plan";
  /** True if an earlier request has asked the question because the plan had changed. */
  readonly isAgain?: true;
}

interface ContextOptions {
  readonly definition: ToolDefinition;
  readonly projectDir: string;
  /** The caller as authenticated over HTTP; empty if callers aren't known. */
  readonly principal: string;
  /** The name that the client gives itself. */
  readonly client?: string | undefined;
}

/** Returns the context in which the server executes a tool, or the command behind a resource or a completion. */
export const servedContext = (
  { workspace, env, risk }: ServerOptions,
  { definition, projectDir, principal, client }: ContextOptions,
): CallContext => ({
  workspace,
  projectDir,
  env,
  ...(principal !== "" && { principal }),
  ...(client !== undefined && { client }),
  ...(risk && { commandLine: riskSettingsFor(risk, definition) }),
});

type UnattendedRequest = Pick<ServedCall<never>, "found" | "args" | "signal" | "slot"> & { readonly principal: string };

/**
 * Makes a call whose user can't be asked: the reading of a resource, or the tool that stops a task. A call that needs
 * confirmation is refused.
 */
export function callWithoutUser(request: UnattendedRequest, state: ServerState): ServedCall<never> {
  return {
    ...request,
    isRepeated: true,
    client: { canElicit: false, asksItself: false, approvals: state.approvalsOf(request.principal) },
    ask: () => Promise.reject(new Error(`${request.found.tool.definition.name} has no user who can be asked`)),
  };
}

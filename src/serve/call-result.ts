import { exitCodes, type ToolOutcome } from "../runtime/output/tool-outcome.js";

/** What a call answers to a client, in the protocol's terms. */
export interface CallResult {
  readonly [key: string]: unknown;
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly isError?: true;
}

/** A failure begins with what went wrong, as `call` tells it on standard error; what the program had printed until then follows. */
export function callResult({ exitCode, stdout, stderr }: ToolOutcome): CallResult {
  if (exitCode === exitCodes.done) return { content: [{ type: "text", text: withoutLastBreak(stdout) }] };
  return failedCall(stdout === "" ? stderr : `${withoutLastBreak(stderr)}\n[stdout]\n${stdout}`);
}

/** A call that failed, with a text for the model. */
export function failedCall(message: string): CallResult {
  return { content: [{ type: "text", text: withoutLastBreak(message) }], isError: true };
}

const withoutLastBreak = (text: string) => (text.endsWith("\n") ? text.slice(0, -1) : text);

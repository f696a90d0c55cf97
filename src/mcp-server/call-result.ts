import { exitCodes, type ToolOutcome } from "../runtime/contract/tool-outcome.js";

/** A call's result for a client, in the protocol's terms. */
export interface CallResult {
  readonly [key: string]: unknown;
  readonly content: Content[];
  readonly structuredContent?: { readonly [key: string]: unknown };
  readonly isError?: true;
}

type Content =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "audio"; readonly data: string; readonly mimeType: string };

/** A failure begins with the reason, as `call` prints it on standard error; the output up to then follows. */
export function callResult({ exitCode, stdout, stderr, media = [], structured }: ToolOutcome): CallResult {
  if (exitCode === exitCodes.done) {
    const text: Content[] = stdout === "" && media.length > 0 ? [] : [{ type: "text", text: withoutLastBreak(stdout) }];
    const others = media.map(({ kind, bytes, mimeType }): Content => ({ type: kind, data: bytes.toString("base64"), mimeType }));
    return { content: [...text, ...others], ...(structured !== undefined && { structuredContent: structured }) };
  }
  return failedCall(stdout === "" ? stderr : `${withoutLastBreak(stderr)}\n[stdout]\n${stdout}`);
}

/** A call that failed, with a text for the model. */
export function failedCall(message: string): CallResult {
  return { content: [{ type: "text", text: withoutLastBreak(message) }], isError: true };
}

const withoutLastBreak = (text: string) => (text.endsWith("\n") ? text.slice(0, -1) : text);

import { lastLine } from "../../runtime/result/last-line.js";

/** The progress of a running call: the number of messages, and the last line of the tool's output. */
export interface ProgressParams {
  readonly progressToken: string | number;
  readonly progress: number;
  readonly message: string;
}

/**
 * Makes progress notifications from a tool's output: one for each new last line. It is called for each report of output
 * (at most ten times a second), with the output so far, without secrets. The total is unknown.
 */
export function reportProgress(progressToken: string | number, notify: (params: ProgressParams) => void): (output: string) => void {
  let progress = 0;
  let lastMessage = "";
  return (output) => {
    const message = lastLine(output);
    if (message === "" || message === lastMessage) return;
    lastMessage = message;
    progress++;
    notify({ progressToken, progress, message });
  };
}

import { lastLine } from "../runtime/result/last-line.js";

/** What is told of a call that is under way: how many messages there have been, and the last line that the tool has printed. */
export interface ProgressParams {
  readonly progressToken: string | number;
  readonly progress: number;
  readonly message: string;
}

/**
 * Makes progress of a tool's output: a message for each new last line. It is called as often as output is told of (ten times a second at most), with what was
 * printed so far, in which no secrets are left. Nobody knows how much will come, so there is no total.
 */
export function progressOf(progressToken: string | number, tell: (params: ProgressParams) => void): (output: string) => void {
  let progress = 0;
  let told = "";
  return (output) => {
    const message = lastLine(output);
    if (message === "" || message === told) return;
    told = message;
    progress++;
    tell({ progressToken, progress, message });
  };
}

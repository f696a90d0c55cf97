import { fstatSync } from "node:fs";

/** The code for which standard input can't be read as a stream: of a folder Node makes one that is empty, and says nothing. */
export function stdinProblem(): string | undefined {
  try {
    return fstatSync(0).isDirectory() ? "EISDIR" : undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

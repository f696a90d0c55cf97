import { fstatSync } from "node:fs";

/**
 * Returns the error code if standard input can't be read as a stream. For a folder, Node silently makes an empty
 * stream.
 */
export function stdinProblem(): string | undefined {
  try {
    return fstatSync(0).isDirectory() ? "EISDIR" : undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

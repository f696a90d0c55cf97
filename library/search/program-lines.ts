import { spawn } from "node:child_process";
import { once } from "node:events";
import { ToolError } from "toolgen/runtime";

/** A program that searches, and the meaning of its exit codes. */
export interface Program {
  readonly program: string;
  readonly args: readonly string[];
  /** Environment variables beside those of this process. */
  readonly variables?: Readonly<Record<string, string>>;
  /**
   * The meaning of an exit code other than 0 and 1 (no match). `wrong` means that the expression is invalid, and
   * another program would refuse it too.
   */
  readonly verdict: (code: number, said: string) => "done" | "wrong" | "unusable";
  /** Returns true if a file with matches is a text file, if the program doesn't decide that. */
  readonly isText: (file: string) => boolean;
}

/** The program is missing, or doesn't support what is requested: the next one may. */
export class Unusable extends Error {}

const mostSaid = 2000;

/**
 * Yields a program's output line by line. The program is ended when the caller stops reading. Values of a call are
 * single arguments, and no shell reads them.
 */
export async function* programLines(
  { program, args, variables, verdict }: Program,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): AsyncGenerator<string> {
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, ...variables }, stdio: ["ignore", "pipe", "pipe"], signal });
  const failed = new Promise<never>((_, reject) => child.once("error", reject));
  failed.catch(() => {});
  const closed = once(child, "close").catch(() => []);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(0, mostSaid);
  });
  try {
    yield* linesOf(child.stdout.setEncoding("utf8"));
    const [code] = await Promise.race([closed, failed]);
    const end = code === 0 || code === 1 ? "done" : typeof code === "number" ? verdict(code, said) : "unusable";
    if (end === "done") return;
    if (end === "wrong")
      throw new ToolError(`The pattern can't be searched for: ${inLine(said)} To search for it as plain text: fixed_strings true.`);
    throw new Unusable(said);
  } catch (error) {
    signal.throwIfAborted();
    throw isNotFound(error) ? new Unusable(program) : error;
  } finally {
    child.kill();
  }
}

const isNotFound = (error: unknown) => error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EACCES");

/** The rest of a longer line is useless. */
const longestLine = 1_000_000;

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks) {
    const [first = "", ...others] = chunk.split("\n");
    const lines = [rest.length < longestLine ? rest + first : rest, ...others];
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

function inLine(said: string): string {
  const line = said.trim().replaceAll(/\s*\n\s*/g, " ");
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

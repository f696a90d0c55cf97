import { type ChildProcess, spawn } from "node:child_process";
import { text } from "node:stream/consumers";

export interface Answer {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartedCall {
  readonly child: ChildProcess;
  readonly answer: Promise<Answer>;
}

/** Starts a program as Gemini CLI does: arguments alone, parameters on standard input, both outputs on pipes. */
export function startCall({
  program,
  args,
  stdin = "{}",
  cwd,
  env = {},
}: {
  readonly program: string;
  readonly args: readonly string[];
  readonly stdin?: string | Buffer;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}): StartedCall {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: "pipe" });
  // A program that leaves before it has read everything shows itself here, as it does in the client.
  const brokenPipe = new Promise<never>((_, reject) => child.stdin.on("error", reject));
  child.stdin.end(stdin);
  const ended = new Promise<Pick<Answer, "code" | "signal">>((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
  const all = Promise.all([ended, text(child.stdout), text(child.stderr)]).then(([end, stdout, stderr]) => ({ ...end, stdout, stderr }));
  return { child, answer: Promise.race([all, brokenPipe]) };
}

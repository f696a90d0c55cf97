import { parseParams } from "../../call/call-arguments.js";
import type { CompiledTool } from "../../contract/definition.js";
import { withExactNumbers } from "../../contract/exact-json.late.js";
import { exitCode, type GlobalOptions, UsageError } from "../command.js";
import { repairAnswer, repairReport } from "../describe/repair-report.js";
import { answerLines, parseOperand, requireStdin } from "../io/input.js";
import type { Terminal } from "../io/terminal.js";
import { compileOrReport, toolNamed } from "../project/compile-or-report.js";
import { loadCompiledTool } from "../project/load-compiled-tool.js";
import { projectRoot } from "../project/open-project.js";

export interface RepairRequest extends GlobalOptions {
  readonly tool: string;
  /** The arguments as text; `undefined` if they come on standard input. */
  readonly argumentText: string | undefined;
  readonly json?: true;
  readonly jsonl?: true;
}

/**
 * `toolgen repair`: shows how arguments are repaired before a tool gets them, by the code that every call uses. Runs
 * nothing.
 */
export async function repair(request: RepairRequest, terminal: Terminal): Promise<number> {
  const { argumentText, jsonl } = request;
  if (jsonl && argumentText !== undefined)
    throw new UsageError(
      "--jsonl reads arguments from standard input, a JSON value a line.",
      "Give it no arguments beside the tool's name.",
    );
  if (jsonl) requireStdin(terminal);
  // Drain standard input first, or the client gets EPIPE if this process exits early.
  const input = jsonl ? undefined : argumentText === undefined ? parseParams(terminal.stdin.read()) : parseOperand(argumentText);
  const tool = await compiledTool(request, terminal);
  if (tool === undefined) return exitCode.failed;
  const paths = { workspace: terminal.launchDir, projectDir: projectRoot(request, terminal) };
  if (input === undefined) {
    const { stdin, stdout, environment } = terminal;
    return answerLines({ input: stdin.stream, output: stdout }, (value) => repairAnswer(tool, value, { ...paths, env: environment }));
  }
  // An inspection isn't a call, so it isn't counted.
  const answer = repairAnswer(tool, input, { ...paths, env: {}, keepsDigits: true });
  if (request.json) terminal.out(withExactNumbers(`${JSON.stringify(answer, null, 2)}\n`));
  else if (answer.ok) terminal.out(withExactNumbers(repairReport(input.ok ? input.value : undefined, answer)));
  else terminal.err(`${answer.error}\n`);
  return answer.ok ? exitCode.done : exitCode.usage;
}

/** Includes tools that a client executes. */
async function compiledTool(request: RepairRequest, terminal: Terminal): Promise<CompiledTool | undefined> {
  const compilation = await compileOrReport(request, terminal, ["bin", "hosted"]);
  if (compilation === undefined) return undefined;
  return loadCompiledTool(compilation.files, toolNamed(compilation.model, request.tool).name, projectRoot(request, terminal));
}

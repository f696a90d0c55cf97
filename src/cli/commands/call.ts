import type { Writable } from "node:stream";
import { parseParams } from "../../call/call-arguments.js";
import { type AskedCall, describeCall, executeCallAsync, prepareOrRefuse } from "../../call/execute-call.js";
import { recordUnread } from "../../call/record-call.late.js";
import { uncounted } from "../../call/repair-statistics.js";
import { riskSettingsFor } from "../../call/risk-settings.js";
import { lastLine, type ProgramOutput, programOutput, refusedOutput, unpreparedOutput } from "../../call/shape-result.js";
import type { CallContext } from "../../contract/call.js";
import type { CallResult } from "../../contract/call-result.js";
import type { CompiledTool } from "../../contract/definition.js";
import { exitCode, type GlobalOptions, UsageError } from "../command.js";
import { inspectCall, prepareAgain } from "../dev/inspect-call.js";
import { askYes } from "../import/ask-many.js";
import { commandLineSettings, parseOperand } from "../io/input.js";
import type { Terminal } from "../io/terminal.js";
import { calledTool, compileOrReport } from "../project/compile-or-report.js";
import { loadCompiledTool } from "../project/load-compiled-tool.js";
import { projectRoot } from "../project/open-project.js";
import { unmatched } from "./policy.js";

export interface CallRequest extends GlobalOptions {
  readonly tool: string;
  /** The arguments as text; `undefined` if they come on standard input. */
  readonly argumentText: string | undefined;
  readonly json?: true;
  readonly dryRun?: true;
  readonly risk?: readonly string[];
}

/** `toolgen call`: behaves like `generated/bin/call`, exit codes included, but uses the current specs. */
export async function call(request: CallRequest, terminal: Terminal): Promise<number> {
  // Drain standard input first, or the client gets EPIPE if this process exits early.
  const input = request.argumentText === undefined ? parseParams(terminal.stdin.read()) : parseOperand(request.argumentText);
  const now = commandLineSettings(request.risk);
  const compilation = await compileOrReport(request, terminal, ["bin"]);
  if (compilation === undefined) return exitCode.failed;
  const model = calledTool(compilation.model, request.tool);
  for (const line of unmatched(now, compilation.model, "--risk speaks")) terminal.err(`${line}\n`);
  const { name, host } = model;
  if (host !== undefined) throw hostedTool(name, host);
  const tool = loadCompiledTool(compilation.files, name, projectRoot(request, terminal));
  const context = {
    workspace: terminal.launchDir,
    projectDir: projectRoot(request, terminal),
    env: terminal.environment,
    commandLine: riskSettingsFor(now, model),
  };
  const answer = (output: ProgramOutput) => printAnswer(output, { tool: name, isJson: request.json === true, terminal });
  if (!input.ok) {
    const unwritten = request.dryRun ? "" : recordUnread(tool.definition, { ...context, via: "call" });
    return answer(refusedOutput(`${name} was not run. ${input.message}\n${unwritten}`));
  }
  if (request.dryRun) {
    // An inspection isn't a call, so it isn't counted.
    const prepared = prepareOrRefuse(tool, input.value, uncounted(context));
    if (!prepared.ok) return answer(unpreparedOutput(prepared.refused));
    terminal.out(`${JSON.stringify(describeCall(prepared.call, prepared.tool.definition), null, 2)}\n`);
    return exitCode.done;
  }
  const called = { ...context, via: "call" } as const;
  // Without a terminal it is a program's call, and the program's settings decide.
  const { argumentText } = request;
  const asked =
    terminal.isInteractive && argumentText !== undefined ? await askAbout(tool, argumentText, { context: called, terminal }) : {};
  if (asked.refusal !== undefined) return answer(refusedOutput(`${name} was not run: ${asked.refusal}.\n`));
  const answered = { ...called, ...asked };
  const result = await callTool(tool, input.value, { context: answered, terminal, isWatched: terminal.isWatched });
  return answer(programOutput(result));
}

/** The user's answer in the audit log's words, or why the call doesn't run; neither if there is nothing to ask. */
type Asked = { readonly answer?: string; readonly refusal?: undefined } | { readonly refusal: string };

/** Asks the user about a call that must be confirmed. A tool with a plan is refused unasked, as by `bin/call`. */
async function askAbout(
  tool: CompiledTool,
  text: string,
  { context, terminal }: { readonly context: CallContext; readonly terminal: Terminal },
): Promise<Asked> {
  const { shown, facts } = inspectCall(tool, text, context);
  if (shown?.mustConfirm !== true || facts.question === undefined || tool.definition.plan !== undefined) return {};
  const { what, text: action, where, why } = facts.question;
  const impact = facts.decision?.impact === undefined ? [] : [facts.decision.impact];
  terminal.err(`${[...impact, what, `  ${action.replaceAll("\n", "\n  ")}`, ...where, why].join("\n")}\n`);
  if (!(await askYes("Run it?"))) return { refusal: "you didn't confirm it" };
  return prepareAgain(tool, shown, context) === undefined ? { refusal: "it isn't what was shown any more" } : { answer: "once" };
}

/** Prints an output as `generated/bin/call` does, or as one JSON object. */
function printAnswer(
  { exitCode: code, stdout, stderr }: ProgramOutput,
  { tool, isJson, terminal }: { readonly tool: string; readonly isJson: boolean; readonly terminal: Terminal },
): number {
  if (isJson) terminal.out(`${JSON.stringify({ tool, exitCode: code, stdout, stderr }, null, 2)}\n`);
  else {
    terminal.out(stdout);
    // The shell's prompt would stand behind the last word.
    if (isTerminal(terminal.stdout) && stdout !== "" && !stdout.endsWith("\n")) terminal.out("\n");
    terminal.err(stderr);
  }
  return code;
}

const isTerminal = (stream: Writable & { readonly isTTY?: boolean }) => stream.isTTY === true;

const hostedTool = (name: string, host: string) =>
  new UsageError(
    `'${name}' is a tool of ${host} itself, so only ${host} can run it.`,
    `Run 'toolgen repair ${name} JSON' to see how its arguments are repaired.`,
  );

/** Runs a call as `generated/bin/call` does, and shows the last line of the output on a terminal meanwhile. */
async function callTool(
  tool: CompiledTool,
  input: unknown,
  { context, terminal, isWatched }: { readonly context: CallContext & AskedCall; readonly terminal: Terminal; readonly isWatched: boolean },
): Promise<CallResult> {
  const live = isWatched && { updateOutput: (output: string) => terminal.progress(lastLine(output)) };
  try {
    return await executeCallAsync(tool, input, { ...context, signal: new AbortController().signal, ...live, isLast: true }, {});
  } finally {
    if (isWatched) terminal.progress("");
  }
}

import { availableParallelism } from "node:os";
import { styleText } from "node:util";
import { runPreparedCall } from "../../call/run-call.js";
import type { Compilation } from "../../compiler/compile.js";
import { commonStart, type DiffLine, diff, type ExampleResult, type LocatedProblem } from "../../compiler/example-result.js";
import { type Job, makeWorlds, runExamples } from "../../compiler/run-examples.js";
import { printable } from "../../contract/display-text.js";
import { exitCode, type GlobalOptions, UsageError } from "../command.js";
import { lookingFrom, missingRequirementFinder } from "../doctor/look-at-program.js";
import { plural } from "../io/format-text.js";
import { interruptible } from "../io/interruptible.js";
import { countUp } from "../io/slow-work.js";
import type { Terminal } from "../io/terminal.js";
import { compileOrReport, toolNamed } from "../project/compile-or-report.js";
import { toolLoader } from "../project/load-compiled-tool.js";
import { projectRoot } from "../project/open-project.js";

export interface TestRequest extends GlobalOptions {
  /** The tool whose examples are tested; `undefined` for all. */
  readonly tool: string | undefined;
  /** Only examples whose name contains this text. */
  readonly filter?: string;
  readonly json?: true;
  readonly strict?: true;
}

/** `toolgen test`: runs the examples of specs as tests. */
export async function test(request: TestRequest, terminal: Terminal): Promise<number> {
  const compilation = await compileOrReport(request, terminal, ["bin", "hosted"]);
  if (compilation === undefined) return exitCode.failed;
  const jobs = jobsOf(compilation, request, projectRoot(request, terminal));
  return interruptible(async (signal) => {
    const results = await runJobs(jobs, { request, terminal, signal });
    if (signal.aborted) return exitCode.failed;
    const strict = request.strict === true;
    terminal.out(request.json ? formatResultsJson(results) : formatResults(results, { color: terminal.color.out, strict }));
    return results.some(({ status }) => status === "failed" || (strict && status === "skipped")) ? exitCode.failed : exitCode.done;
  });
}

function jobsOf({ model, files }: Compilation, { tool, filter }: TestRequest, projectDir: string): readonly Job[] {
  const tools = tool === undefined ? [...model.tools, ...model.hosted] : [toolNamed(model, tool)];
  const load = toolLoader(files, projectDir);
  const jobs = tools.flatMap((one) => one.examples.map((example): Job => ({ model: one, example, compiled: () => load(one.name) })));
  if (filter === undefined) return jobs;
  const chosen = jobs.filter(({ example }) => example.name.includes(filter));
  // A misspelt filter must not look like success.
  if (chosen.length > 0) return chosen;
  throw new UsageError(
    `No example has '${filter}' in its name.`,
    "--filter takes a part of a name, in upper and lower case as it is written.",
  );
}

interface Run {
  readonly request: TestRequest;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

async function runJobs(jobs: readonly Job[], { request, terminal, signal }: Run): Promise<readonly ExampleResult[]> {
  const worlds = makeWorlds();
  const projectDir = projectRoot(request, terminal);
  const lacks = missingRequirementFinder(lookingFrom({ projectDir, env: terminal.environment, signal }));
  const shown = countUp(terminal, { total: jobs.length, what: "examples" });
  try {
    return await runExamples(
      jobs,
      { projectDir, env: terminal.environment, platform: process.platform, worlds, signal, lacks, run: runPreparedCall },
      { concurrency: availableParallelism(), onResult: shown.advance },
    );
  } finally {
    shown.end();
    worlds.remove();
  }
}

type Paint = (style: "red" | "green" | "yellow" | "cyan" | "dim", text: string) => string;

/**
 * Prints results for users: failures, with the expected and the actual text, and skipped examples with the reason.
 * Passed ones are only counted.
 */
function formatResults(results: readonly ExampleResult[], options: ReportOptions): string {
  const paint: Paint = options.color ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;
  const notPassed = results.filter(({ status }) => status !== "passed").map((result) => formatResult(result, paint));
  return `${[...notPassed, summary(results, options)].join("\n")}\n`;
}

interface ReportOptions {
  readonly color: boolean;
  readonly strict: boolean;
}

/** Prints results as data: an array, also when it is empty. */
function formatResultsJson(results: readonly ExampleResult[]): string {
  return `${JSON.stringify(results.map(resultFacts), null, 2)}\n`;
}

function resultFacts({ tool, example, status, problems, ...rest }: ExampleResult) {
  return { tool, example, status, problems: problems.map(problemFacts), ...rest };
}

function problemFacts(problem: LocatedProblem) {
  const { key, got, line } = problem;
  return problem.kind === "differs"
    ? { key, message: `${key} differs from what is expected`, expected: problem.expected, got, line }
    : { key, message: problem.message, got, line };
}

function formatResult(result: ExampleResult, paint: Paint): string {
  const name = `${result.tool}: ${printable(result.example)}`;
  if (result.status === "skipped") {
    const position = `${printable(result.file)}:${result.line}`;
    return `${paint("yellow", "skipped")}  ${name} ${paint("dim", `(${position})`)}\n${result.notices.map((notice) => `  ${printable(notice)}\n`).join("")}`;
  }
  const problems = result.problems.flatMap((problem, at) => [
    `  ${paint("cyan", printable(result.file))}:${problem.line} - ${printable(messageOf(problem))}`,
    ...(looksAtTheSame(problem, result.problems[at - 1]) ? [] : detail(problem, paint)).map((line) => `    ${line}`.trimEnd()),
  ]);
  return `${paint("red", "failed")}  ${name}\n${problems.join("\n")}\n`;
}

function messageOf(problem: LocatedProblem): string {
  return problem.kind === "differs" ? `${problem.key} differs: - expected, + got` : `${problem.key}: ${problem.message}`;
}

/** A result that lacks several texts is shown once. */
const looksAtTheSame = (a: LocatedProblem, b: LocatedProblem | undefined) => a.kind === "fails" && b?.kind === "fails" && a.got === b.got;

function detail(problem: LocatedProblem, paint: Paint): readonly string[] {
  if (problem.kind === "differs") return atMost(marked(folded(diff(problem)), paint));
  if (problem.got === undefined) return [];
  if (problem.got.trim() === "") return [paint("dim", "| (nothing)")];
  return atMost(
    problem.got
      .trimEnd()
      .split("\n")
      .map((line) => `${paint("dim", "|")} ${cut(printable(line))}`),
  );
}

const contextLines = 2;

type Shown = DiffLine | "gap";

/** Lines that both sides have; those far from any difference are left out. */
function folded(lines: readonly DiffLine[]): readonly Shown[] {
  const isShown = lines.map((_, at) =>
    lines.slice(Math.max(0, at - contextLines), at + contextLines + 1).some(({ side }) => side !== "both"),
  );
  return lines.flatMap((line, at): readonly Shown[] => (isShown[at] ? [line] : isShown[at - 1] || at === 0 ? ["gap"] : []));
}

/** The lines with their signs, and a mark below the first column at which two corresponding lines differ. */
function marked(lines: readonly Shown[], paint: Paint): readonly string[] {
  const firstGot = lines.findIndex((line) => line !== "gap" && line.side === "got");
  const firstExpected = lines.findIndex((line) => line !== "gap" && line.side === "expected");
  const [expected, got] = [lines[firstExpected], lines[firstGot]];
  const pair = expected !== undefined && expected !== "gap" && got !== undefined && got !== "gap" && adjoin(lines, firstExpected, firstGot);
  return lines.flatMap((line, at) => {
    if (line === "gap") return [paint("dim", "  …")];
    const text = cut(printable(line.text));
    if (line.side === "both") return [`  ${text}`];
    const shown = line.side === "expected" ? paint("red", `- ${text}`) : paint("green", `+ ${text}`);
    if (!pair || at !== firstGot) return [shown];
    return [shown, `  ${" ".repeat(Math.min(widest, commonStart(expected.text, got.text)))}${paint("yellow", "^")}`];
  });
}

/** Returns true if only expected lines are between the first of them and the first actual one. */
function adjoin(lines: readonly Shown[], from: number, to: number): boolean {
  return from < to && lines.slice(from, to).every((line) => line !== "gap" && line.side === "expected");
}

const widest = 200;
const cut = (line: string) => (line.length > widest ? `${line.slice(0, widest)}…` : line);

const mostLines = 40;
const atMost = (lines: readonly string[]) =>
  lines.length > mostLines ? [...lines.slice(0, mostLines), `… and ${plural(lines.length - mostLines, "more line")}`] : lines;

function summary(results: readonly ExampleResult[], { strict }: ReportOptions): string {
  const number = (status: ExampleResult["status"]) => results.filter((result) => result.status === status).length;
  const skipped = number("skipped");
  const counted = `${number("passed")} passed, ${number("failed")} failed, ${skipped} skipped`;
  return strict && skipped > 0 ? `${counted} (--strict: what is skipped fails)` : counted;
}

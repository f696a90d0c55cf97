import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { displayOf, toToolResult } from "../agent/tool-result.js";
import { buildEnvironment, resolveProgram } from "../call/build-command.js";
import { decideRisk } from "../call/decide-risk.js";
import { forPlatform, isAbsentOn } from "../call/execute-call.js";
import { redactOutcome } from "../call/output.late.js";
import { prepareCall } from "../call/prepare-call.js";
import { printAnswer } from "../call/report.js";
import { shapeResult } from "../call/shape-result.js";
import { notFound } from "../call/start-problem.late.js";
import type { CallContext, PreparedCall, PreparedMcpCall } from "../contract/call.js";
import type { RunOutcome } from "../contract/call-result.js";
import type { CompiledTool } from "../contract/definition.js";
import { lineColumn } from "../contract/diagnostic.js";
import type { JsonObject } from "../contract/json-value.js";
import type { ExampleProblem, ExampleResult } from "./example-result.js";
import { compareCall } from "./examples/compare-call.js";
import { compareResult } from "./examples/compare-result.js";
import {
  type ExampleSetup,
  fillPlaceholders,
  findObstacle,
  type GivenAnswer,
  needsRun,
  type Obstacle,
  ownFolders,
  readSetup,
  unfill,
  writeFake,
} from "./examples/example-setup.js";
import type { ExampleModel, ToolModel } from "./tool-model.js";

interface Pace {
  /** How many examples may run concurrently. */
  readonly concurrency: number;
  /** Called after each example, in the order in which they end. */
  onResult(result: ExampleResult): void;
}

/**
 * Runs examples, several at a time, and returns results in their order. After the signal is aborted none is started,
 * and the remaining results are missing.
 */
export async function runExamples(
  jobs: readonly Job[],
  exampleEnvironment: ExampleEnvironment,
  pace: Pace,
): Promise<readonly ExampleResult[]> {
  const results: (ExampleResult | undefined)[] = jobs.map(() => undefined);
  let next = 0;
  const unlessAborted = (error: unknown) => {
    if (!exampleEnvironment.signal.aborted) throw error;
    return undefined;
  };
  const worker = async () => {
    for (let at = next++; at < jobs.length && !exampleEnvironment.signal.aborted; at = next++) {
      const job = jobs[at];
      if (job === undefined) return;
      const result = await runExample(job, exampleEnvironment).catch(unlessAborted);
      if (result === undefined) return;
      results[at] = result;
      pace.onResult(result);
      // Examples that start nothing never yield by themselves, and an interruption must be noticed among thousands of
      // them.
      await setImmediate();
    }
  };
  // Wait for all of them, also if one fails, because the caller may remove the worlds afterwards.
  const ends = await Promise.allSettled(Array.from({ length: Math.min(pace.concurrency, jobs.length) }, worker));
  const failure = ends.find((end) => end.status === "rejected");
  if (failure !== undefined) throw failure.reason;
  return results.filter((result) => result !== undefined);
}

/** An example with its tool, checked and compiled. */
export interface Job {
  readonly model: ToolModel;
  readonly example: ExampleModel;
  compiled(): CompiledTool;
}

/** The environment of examples. `env` is this process's. Examples see only the part of it that every program sees. */
interface ExampleEnvironment {
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly worlds: Worlds;
  readonly signal: AbortSignal;
  /**
   * Returns a clause that names the missing requirements of a tool on this machine. Called before a real program is
   * run.
   */
  lacks(model: ToolModel): Promise<string | undefined>;
  run(
    call: PreparedCall,
    options: { readonly timeoutMs: number; readonly signal: AbortSignal } & Pick<CallContext, "env">,
  ): Promise<RunOutcome>;
}

/** Runs one example in a world of its own, which is deleted afterwards. */
export async function runExample({ model, example, compiled }: Job, exampleEnvironment: ExampleEnvironment): Promise<ExampleResult> {
  const started = performance.now();
  const { problems, notices } = await runInWorld({ model, example, tool: compiled(), given: readSetup(example) }, exampleEnvironment);
  const { path: file, text } = model.source.file;
  const lineAt = (offset: number) => lineColumn(text, offset).line;
  return {
    tool: model.name,
    example: example.name,
    status: problems.length > 0 ? "failed" : notices.length > 0 ? "skipped" : "passed",
    problems: problems.map((problem) => ({ ...problem, line: lineAt(example.keyPositions[topKey(problem)] ?? example.span.start) })),
    notices: problems.length > 0 ? [] : notices,
    file,
    line: lineAt(example.span.start),
    durationMs: Math.round(performance.now() - started),
  };
}

/** `files` of `files.src/a.txt`. */
const topKey = ({ key }: ExampleProblem) => key.split(".")[0] ?? key;

interface Case {
  readonly model: ToolModel;
  readonly example: ExampleModel;
  readonly tool: CompiledTool;
  readonly given: ExampleSetup;
}

interface ExampleFindings {
  readonly problems: readonly ExampleProblem[];
  readonly notices: readonly string[];
}

async function runInWorld(one: Case, exampleEnvironment: ExampleEnvironment): Promise<ExampleFindings> {
  const { given, example } = one;
  const { platform } = exampleEnvironment;
  const here = platformName(platform);
  if (given.platform !== undefined && given.platform !== here) return skipped(`it is for ${given.platform}, but this is ${here}`);
  if (isAbsentOn(one.tool.definition, platform)) return skipped(`the tool doesn't run on ${here}`);
  const ownWorld = needsRun(example) || Object.keys(given.files).length > 0;
  const world = ownWorld ? exampleEnvironment.worlds.fresh(given) : exampleEnvironment.worlds.empty;
  try {
    return await evaluateExample(world, { ...one, tool: forPlatform(one.tool, platform) }, exampleEnvironment);
  } finally {
    if (ownWorld) world.remove();
  }
}

async function evaluateExample(
  world: World,
  { model, tool, given, example }: Case,
  exampleEnvironment: ExampleEnvironment,
): Promise<ExampleFindings> {
  const { workspace } = world;
  const { projectDir } = exampleEnvironment;
  const { definition } = tool;
  const env = environment(world, given, exampleEnvironment);
  const context = { workspace, projectDir, env };
  const answer = prepareCall(tool, example.params, context);
  const folders = { workspace, specDir: resolve(projectDir, definition.specDir), ...(answer.ok && ownFolders(answer.call)) };
  const expect = fillPlaceholders(example.expect, folders);
  const shown = (problems: readonly ExampleProblem[]) => problems.map((problem) => unfill(problem, folders));
  const problems = compareCall(answer, { expect, definition, context });
  if (problems.length > 0 || !answer.ok || !needsRun(example)) return { problems: shown(problems), notices: [] };

  const { call } = answer;
  const display = await displayOf(definition, call.params, context);
  const compareOutcome = async (outcome: RunOutcome): Promise<ExampleFindings> => {
    const result = shapeResult(outcome, tool, { env });
    const { returnDisplay } = await display(toToolResult(result));
    return { problems: shown(compareResult({ outcome, result, display: returnDisplay, file: world.file }, expect)), notices: [] };
  };
  if (call.request !== undefined) {
    return given.http === undefined ? obstacleFindings(noAnswer) : compareOutcome(redactOutcome(answered(given.http), call.secrets ?? []));
  }
  if (call.mcp !== undefined)
    return given.mcp === undefined
      ? obstacleFindings(noServer)
      : compareOutcome(redactOutcome(answeredBy(given.mcp, call.mcp), call.secrets ?? []));
  if (call.background !== undefined) return skipped("its program keeps running after the call, so only the call is tested");
  const query = { program: call.program, cwd: call.cwd, path: call.env.PATH };
  const found = resolveProgram(query) ?? notFound(query);
  const { level: risk } = decideRisk(definition, call.params, context);
  const obstacle = findObstacle({ call, found, bin: world.bin, fakes: Object.keys(given.bin), risk });
  if (obstacle !== undefined) return obstacleFindings(obstacle);
  const lacking = found === `${world.bin}/${call.program}` ? undefined : await exampleEnvironment.lacks(model);
  if (lacking !== undefined) return skipped(lacking);
  const outcome = await exampleEnvironment.run(call, { timeoutMs: definition.timeoutMs, signal: exampleEnvironment.signal, env });
  return outcome.kind === "unavailable" ? skipped(outcome.message) : compareOutcome(outcome);
}

const noAnswer: Obstacle = {
  kind: "fail",
  reason: "no request is ever sent for an example; give its response: `given: { http: { status: 200, body: … } }`",
};

const noServer: Obstacle = {
  kind: "fail",
  reason: "no server is ever started for an example; give its answer: `given: { mcp: { content: [{ type: text, text: … }] } }`",
};

/** An answer as the process that calls the server would have printed it. */
function answeredBy(answer: JsonObject, { format }: PreparedMcpCall): RunOutcome {
  const printed = printAnswer(answer, format);
  const [stdout, stderr] = printed.ok ? [printed.text, ""] : ["", printed.advice];
  return { kind: "exited", code: printed.ok ? 0 : 1, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) };
}

/** A response as a sent request would have received it. */
function answered({ status, body }: GivenAnswer): RunOutcome {
  return { kind: "exited", code: status, stdout: Buffer.from(body), stderr: Buffer.alloc(0) };
}

function obstacleFindings({ kind, reason }: Obstacle): ExampleFindings {
  return kind === "skip" ? skipped(reason) : { problems: [{ kind: "fails", key: "given", message: reason, got: undefined }], notices: [] };
}

const skipped = (notice: string): ExampleFindings => ({ problems: [], notices: [notice] });

/**
 * Returns a program's environment: the variables that every program gets, with the fakes first on PATH, and then those
 * of the example.
 */
function environment(world: World, given: ExampleSetup, { env, platform }: ExampleEnvironment): Readonly<Record<string, string>> {
  const scope = { params: {}, order: [], specDir: world.workspace, workspace: world.workspace };
  const base = buildEnvironment({ pass: [], set: {} }, scope, { env, platform });
  const merged: Record<string, string> = { ...(base.ok ? base.env : {}), TMPDIR: world.temporary, ...given.env };
  return { ...merged, PATH: `${world.bin}:${merged.PATH ?? "/usr/bin:/bin"}` };
}

function platformName(platform: NodeJS.Platform): string {
  return platform === "darwin" ? "macos" : platform === "win32" ? "windows" : platform;
}

/** A folder for one run: a workspace with the given files, the fake programs, and a place for temporary files. */
interface World {
  readonly workspace: string;
  readonly bin: string;
  readonly temporary: string;
  /** The text of a file of the workspace; `undefined` if there is none. */
  file(path: string): string | undefined;
  remove(): void;
}

/** The folder of worlds; all of them are deleted by `remove`, whatever programs left in them. */
export interface Worlds {
  fresh(given: ExampleSetup): World;
  /** The world of calls that start nothing and are given nothing: one for all of them. */
  readonly empty: World;
  remove(): void;
}

export function makeWorlds(): Worlds {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolgen-example-")));
  let made = 0;
  const fresh = (given: ExampleSetup): World => {
    const folder = join(root, String(++made));
    const [workspace, bin, temporary] = ["workspace", "bin", "tmp"].map((name) => join(folder, name)) as [string, string, string];
    for (const path of [workspace, bin, temporary]) mkdirSync(path, { recursive: true });
    for (const [path, text] of Object.entries(given.files)) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), text, { flag: "wx" });
    }
    for (const [name, fake] of Object.entries(given.bin)) writeFake(bin, { name, fake });
    return { workspace, bin, temporary, file: (path) => readText(join(workspace, path)), remove: () => removeFolder(folder) };
  };
  return {
    fresh,
    empty: fresh({ bin: {}, files: {}, env: {}, platform: undefined, http: undefined, mcp: undefined }),
    remove: () => removeFolder(root),
  };
}

/** Returns `undefined` for anything but a file. Reading a pipe that a program made might never end. */
function readText(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, "utf8") : undefined;
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
  } catch {
    // Programs may leave folders without write permission, whose files can't be deleted.
    for (const path of foldersBelow(folder)) chmodSync(path, 0o700);
    rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
  }
}

function* foldersBelow(folder: string): Iterable<string> {
  yield folder;
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) yield* foldersBelow(join(folder, entry.name));
}

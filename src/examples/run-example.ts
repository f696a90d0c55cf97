import { resolve } from "node:path";
import { lineColumn } from "../diagnostics/diagnostic.js";
import type { ExampleModel, ToolModel } from "../model/tool.js";
import { forPlatform, isAbsentOn } from "../runtime/call/for-platform.js";
import { prepareCall } from "../runtime/call/prepare-call.js";
import { buildEnvironment } from "../runtime/command/build-environment.js";
import type { CallContext, PreparedCall } from "../runtime/contract/call.js";
import type { CompiledTool } from "../runtime/contract/definition.js";
import type { PreparedMcpCall } from "../runtime/contract/prepared-mcp-call.js";
import type { RunOutcome } from "../runtime/contract/run-outcome.js";
import type { JsonObject } from "../runtime/json/json-value.js";
import { printAnswer } from "../runtime/mcp-call/print-answer.js";
import { decideRisk } from "../runtime/policy/decide-risk.js";
import { resolveProgram } from "../runtime/process/resolve-program.js";
import { notFound } from "../runtime/process/spawn-error.late.js";
import { redactOutcome } from "../runtime/result/redact-outcome.late.js";
import { shapeResult } from "../runtime/result/shape-result.js";
import { displayOf } from "../runtime/tool/display-of.js";
import { toToolResult } from "../runtime/tool/to-tool-result.js";
import { compareCall } from "./compare-call.js";
import { compareResult } from "./compare-result.js";
import type { ExampleProblem, ExampleResult } from "./example-result.js";
import { type ExampleSetup, type GivenAnswer, needsRun, readSetup } from "./example-setup.js";
import { fillPlaceholders, ownFolders, unfill } from "./fill-placeholders.js";
import { findObstacle, type Obstacle } from "./find-obstacle.js";
import type { World, Worlds } from "./world/worlds.js";

/** An example with its tool, checked and compiled. */
export interface Job {
  readonly model: ToolModel;
  readonly example: ExampleModel;
  compiled(): CompiledTool;
}

/** The environment of examples. `env` is this process's. Examples see only the part of it that every program sees. */
export interface ExampleEnvironment {
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

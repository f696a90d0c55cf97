import { loadSdk } from "../../agent/model-turn.js";
import type { Model } from "../../compiler/model.js";
import type { ShowingName } from "../../compiler/option-names.js";
import { mcpAnnotations, toolGroups } from "../../compiler/tool-model.js";
import { isSelectedBy, readSelection, unknownInSelection } from "../../server/tool-selection.js";
import { type GlobalOptions, UsageError } from "../command.js";
import { plural } from "../io/format-text.js";
import { countUp } from "../io/slow-work.js";
import type { Terminal } from "../io/terminal.js";
import type { EvalFormat } from "../parser/commands.js";
import { projectRoot } from "../project/open-project.js";
import { keyVariableOf, loadModel } from "../run/load-model.js";
import type { Attempt, EvalCase, EvaluatedCase } from "./eval-results.js";
import type { EvalTools } from "./judge-answer.js";
import { askModel, type EvalJob, type EvalRun, runEvaluation } from "./run-evaluation.js";

/** How a model is asked. */
interface AskingRequest extends GlobalOptions {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly system?: string;
  readonly repeat?: number;
  readonly concurrency?: number;
  readonly maxCalls?: number;
  readonly maxTokens?: number;
  /** Milliseconds for an answer. */
  readonly timeout?: number;
  /** Milliseconds for all of them. */
  readonly maxTime?: number;
}

/** Tools, and the cases that a model is asked about with them. */
interface EvalSide {
  readonly tools: EvalTools;
  readonly cases: readonly EvalCase[];
}

interface Asking {
  /** Earlier tools, to compare with. */
  readonly base: EvalSide | undefined;
  readonly request: AskingRequest;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** The answers, by cases that have any. */
export interface EvalAnswers {
  readonly after: readonly EvaluatedCase[];
  readonly before: readonly EvaluatedCase[] | undefined;
  /** Requests that weren't made. */
  readonly pending: number;
  readonly stopped: "calls" | "tokens" | "time" | "user" | "fatal" | undefined;
  /** The problem that every request would have. */
  readonly fatal: string | undefined;
}

/** Asks the model about each case, as often as the request says: all cases once, then all again. */
export async function askWithModel(side: EvalSide, { base, request, terminal, signal }: Asking): Promise<EvalAnswers> {
  const { repeat = 1, concurrency = 4, maxCalls = 200, maxTokens = 1_000_000, maxTime = 1_800_000 } = request;
  const once: readonly EvalJob[] = side.cases.flatMap((evalCase) => [
    ...(base?.cases.includes(evalCase) ? [{ evalCase, tools: base.tools }] : []),
    { evalCase, tools: side.tools },
  ]);
  const jobs = Array.from({ length: repeat }, () => once).flat();
  const ended = AbortSignal.timeout(maxTime);
  const stop = AbortSignal.any([signal, ended]);
  const ask = await modelOf(request, { terminal, signal: stop });
  terminal.err(`${plural(Math.min(jobs.length, maxCalls), "request")} to ${request.model}, of which no call is executed.\n`);
  const progress = countUp(terminal, { total: jobs.length, what: "answers" });
  const bounds = { concurrency, calls: maxCalls, tokens: maxTokens, signal: stop };
  const run = await runEvaluation(jobs, ask, { bounds, onAttempt: progress.advance }).finally(progress.end);
  const { attempts } = run;
  return {
    after: answered(jobs, attempts, side),
    before: base && answered(jobs, attempts, base),
    pending: attempts.filter((attempt) => attempt === undefined).length,
    stopped: stoppedBy(run, signal),
    fatal: run.fatal,
  };
}

async function modelOf(request: AskingRequest, { terminal, signal }: Pick<Asking, "terminal" | "signal">) {
  const { model: name, baseUrl, system, timeout = 120_000 } = request;
  if (name === undefined) throw new UsageError("There is no model.", "Name one: --model anthropic/claude-haiku-4-5, or set TOOLGEN_MODEL.");
  const model = await loadModel({ model: name, baseUrl, folder: projectRoot(request, terminal), env: terminal.environment });
  const sdk = await loadSdk().catch((error: unknown) => {
    throw error instanceof Error ? new UsageError(error.message) : error;
  });
  return askModel({ sdk, model, system, timeoutMs: timeout, signal, hints: { model: name, keyVariable: keyVariableOf(name) } });
}

function stoppedBy({ stopped }: EvalRun, user: AbortSignal): EvalAnswers["stopped"] {
  return stopped === "signal" ? (user.aborted ? "user" : "time") : stopped;
}

/** The cases of a side with their attempts. */
function answered(jobs: readonly EvalJob[], attempts: readonly (Attempt | undefined)[], side: EvalSide): readonly EvaluatedCase[] {
  return side.cases.flatMap((evalCase) => {
    const own = jobs.flatMap((job, i) => (job.evalCase === evalCase && job.tools === side.tools ? (attempts[i] ?? []) : []));
    const { tool, example, prompt, expected } = evalCase;
    return own.length === 0 ? [] : [{ tool, example, prompt, expected, attempts: own }];
  });
}

/** The options of `toolgen eval`. */
export interface EvalOptions extends GlobalOptions, ToolChoice, AskingRequest {
  readonly as: ShowingName;
  /** The tools whose examples are evaluated; `undefined` for all. */
  readonly only?: readonly string[];
  readonly filter?: string;
  readonly save?: string;
  readonly compare?: string;
  readonly base?: string;
  readonly minRight?: number;
  readonly format: EvalFormat;
}

interface ToolChoice {
  readonly toolsets?: string;
  readonly tools?: string;
  readonly readOnly?: true;
}

/** Returns the names of the tools that a model is offered, as `toolgen mcp` selects them; `undefined`: all. */
export function selectTools({ tools }: Model, choice: ToolChoice): ReadonlySet<string> | undefined {
  const selection = readOrReport(choice);
  if (selection === undefined) return undefined;
  const groups = toolGroups(tools);
  const names = tools.map(({ name }) => name);
  const unknown = unknownInSelection(selection, names, groups);
  if (unknown !== undefined) throw new UsageError(unknown, "Run 'toolgen list' for the tools of this project.");
  const isSelected = isSelectedBy([selection], groups);
  return new Set(tools.filter((tool) => isSelected({ name: tool.name, annotations: mcpAnnotations(tool) })).map(({ name }) => name));
}

function readOrReport(choice: ToolChoice) {
  try {
    return readSelection(choice);
  } catch (error) {
    throw error instanceof Error ? new UsageError(error.message) : error;
  }
}

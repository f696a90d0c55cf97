import { resolve } from "node:path";
import type { Model } from "../../compiler/model.js";
import { showings } from "../../compiler/showings.js";
import { invariant } from "../../contract/diagnostic.js";
import { printable } from "../../contract/display-text.js";
import { exitCode, UsageError } from "../command.js";
import { askWithModel, type EvalOptions, selectTools } from "../eval/ask-with-model.js";
import { evalExitCode, makeReport } from "../eval/eval-report.js";
import { collectCases, type EvalCase } from "../eval/eval-results.js";
import { canJudge, offerTools } from "../eval/judge-answer.js";
import { printReport } from "../eval/print-report.js";
import { checkSaveTarget, readEvaluation, saveEvaluation } from "../eval/save-evaluation.js";
import { interruptible } from "../io/interruptible.js";
import type { Terminal } from "../io/terminal.js";
import { compileOrReport, toolNamed } from "../project/compile-or-report.js";
import { revisionModel } from "../project/revision-model.js";

/** `toolgen eval`: asks a model with the prompts of examples, and compares its calls with the examples. */
export async function evaluate(options: EvalOptions, terminal: Terminal): Promise<number> {
  const at = (path: string | undefined) => (path === undefined ? undefined : resolve(terminal.launchDir, path));
  const [save, compare] = [at(options.save), at(options.compare)];
  if (save !== undefined) checkSaveTarget(save);
  const saved = compare === undefined ? undefined : { name: options.compare ?? "", evaluation: readEvaluation(compare) };
  const compilation = await compileOrReport(options, terminal);
  if (compilation === undefined) return exitCode.failed;
  const { model } = compilation;
  const showing = showings.find(({ name }) => name === options.as);
  invariant(showing !== undefined, "the parser accepts only names of showings");
  const selected = selectTools(model, options);
  const tools = offerTools(model, showing, selected);
  const chosen = chooseCases(model, options);
  const cases = chosen.filter(({ expected }) => canJudge(expected, tools));
  if (cases.length === 0)
    throw new UsageError("None of the chosen tools is offered to the model.", "Leave out --tools, --toolsets or --as.");
  const atBase = options.base === undefined ? undefined : await revisionModel(options.base, { options, terminal, present: model.project });
  if (options.base !== undefined && atBase === undefined) return exitCode.failed;
  const baseTools = atBase && offerTools(atBase.model, showing, selected);
  const base = baseTools && {
    name: options.base ?? "",
    tools: baseTools,
    cases: cases.filter(({ expected }) => canJudge(expected, baseTools)),
  };
  return interruptible(async (signal) => {
    const answers = await askWithModel({ tools, cases }, { base, request: options, terminal, signal });
    if (answers.fatal !== undefined) terminal.err(`toolgen: ${printable(answers.fatal)}\n`);
    if (answers.after.length === 0 && answers.fatal !== undefined) return exitCode.failed;
    const report = makeReport({ answers, options, model, saved, base: base?.name, cases, notOffered: chosen.length - cases.length });
    terminal.out(printReport(report, { ...options, terminal }));
    const { isComplete } = report.evaluation;
    if (save !== undefined && isComplete) saveEvaluation(save, report.evaluation);
    else if (save !== undefined) terminal.err(`The evaluation isn't complete, so ${options.save} was not written.\n`);
    return evalExitCode(report, { minRight: options.minRight, stopped: answers.stopped });
  });
}

function chooseCases(model: Model, { only, filter }: EvalOptions): readonly EvalCase[] {
  const names = only === undefined ? undefined : new Set(only.map((name) => toolNamed(model, name).name));
  const all = collectCases(model);
  if (all.length === 0)
    throw new UsageError(
      "No example has a prompt.",
      "Add to an example what a user would say: `prompt: What changed last week?` (docs/eval.md).",
    );
  const chosen = all.filter(({ tool, example }) => names?.has(tool) !== false && (filter === undefined || example.includes(filter)));
  if (chosen.length > 0) return chosen;
  throw new UsageError("No example with a prompt was chosen.", "--filter takes a part of an example's name, --only a tool's name.");
}

import { diagnostic } from "../diagnostics/codes.js";
import type { Diagnostic, Result } from "../diagnostics/diagnostic.js";
import type { ProjectModel, ToolModel } from "../model/tool.js";
import type { Text } from "../runtime/definition.js";
import type { SpecDocument } from "../source/tree.js";
import { checkCommand } from "./command.js";
import { toolContext } from "./context.js";
import { checkExamples } from "./examples.js";
import { lower } from "./lower.js";
import { checkAliases, checkIgnored } from "./rules/aliases.js";
import { type DashExemptions, dashNote, dashNotes, declared } from "./rules/dash.js";
import { checkEvaluated } from "./rules/evaluated-argument.js";
import { dangerousLanguages } from "./rules/evaluators.js";
import { checkOptionNames } from "./rules/option-name.js";
import { checkRoots, checkSelectors } from "./rules/selectors.js";
import { checkCwd, checkExecution, checkLimits, checkVariable } from "./rules/surroundings.js";
import { checkUnguardedDashes } from "./rules/unguarded-dash.js";
import { checkSchema } from "./schema/check-schema.js";
import { decode } from "./shape/decode.js";
import { checkText, type TemplateContext } from "./text.js";
import { type ToolSpec, toolShape } from "./tool-shape.js";

/** Checks one tool document, every rule of it, and lowers it. No tool if there was an error. */
export function checkTool(document: SpecDocument, project: ProjectModel): Result<ToolModel | undefined> {
  const [decoded, shapeProblems] = decode(document.root, toolShape);
  const log: Diagnostic[] = [...shapeProblems];
  const tool = toolContext(document, withoutWrongKeys(decoded, document, shapeProblems), project);
  const { spec } = tool;
  const take = <T>([value, diagnostics]: Result<T>): T => {
    log.push(...diagnostics);
    return value;
  };

  if (spec.name !== undefined && spec.name.length > 48)
    log.push(diagnostic("name-too-long", tool.at(["name"]), { length: String(spec.name.length) }));
  log.push(...checkExecution(tool), ...checkLimits(tool), ...checkRoots(tool));
  const checked = take(checkSchema(tool));
  if (checked === undefined) return [undefined, log];
  const { schema } = checked;
  log.push(...checkSelectors(tool, schema), ...checkAliases(tool, schema), ...checkIgnored(tool, schema));

  const exemptions: DashExemptions = { paths: Object.keys(spec.paths ?? {}), allowed: spec.allowLeadingDash ?? [] };
  const used = new Set<string>();
  const templates: TemplateContext = { schema, used, dash: (value) => dashNote(value, exemptions).mayDash };
  const command = take(checkCommand(tool, templates));
  const unguarded = command === undefined ? [] : checkUnguardedDashes(command.words, exemptions);
  const dashes = dashNotes(command?.words ?? [], exemptions);
  if (command !== undefined) {
    log.push(
      ...unguarded,
      ...checkOptionNames(command.words),
      ...checkEvaluated(command.command.program, command.words, Object.keys(spec.code ?? {})),
    );
  }
  const usedByCwd = new Set<string>();
  const cwd = take(checkText(tool, { ...templates, used: usedByCwd }, ["cwd"]));
  log.push(...checkCwd(tool, usedByCwd));
  const stdin = take(checkText(tool, templates, ["stdin"]));
  const summary = take(checkText(tool, { ...templates, used: new Set() }, ["summary"]));
  take(checkText(tool, { ...templates, used: new Set() }, ["risk", "impact"]));
  const envSet: Record<string, Text> = {};
  for (const variable of Object.keys(variablesOf(spec))) {
    const usedHere = new Set<string>();
    const text = take(checkText(tool, { ...templates, used: usedHere }, ["env", "set", variable]));
    log.push(...checkVariable(tool, variable, usedHere));
    for (const name of usedHere) used.add(name);
    if (text !== undefined) envSet[variable] = text;
  }
  for (const name of usedByCwd) used.add(name);
  if (command !== undefined) log.push(...unusedParameters(declared(schema), used).map((name) => unused(name)));

  if (command === undefined || log.some((d) => d.severity === "error")) return [undefined, log];
  const runsCode = Object.values(spec.code ?? {}).some((language) => dangerousLanguages.includes(language));
  const leastRisk = runsCode || unguarded.length > 0 ? "dangerous" : "safe";
  const model = lower(tool, { checked, command: command.command, cwd, stdin, summary, envSet, dashes, leastRisk });
  log.push(...checkExamples(model, checked.compiled.validate, tool));
  return [log.some((d) => d.severity === "error") ? undefined : model, log];

  function unused(name: string): Diagnostic {
    return diagnostic("unused-parameter", tool.at(["schema", "properties", name], "key"), { name });
  }
}

const unusedParameters = (all: readonly string[], used: ReadonlySet<string>) => all.filter((name) => !used.has(name));

const variablesOf = (spec: ToolSpec) =>
  spec.env !== undefined && !Array.isArray(spec.env) && "set" in spec.env ? (spec.env.set ?? {}) : {};

/** Leaves out each top-level key inside which the shape was not met, so that later rules see nothing half-read. */
function withoutWrongKeys(decoded: unknown, document: SpecDocument, problems: readonly Diagnostic[]): ToolSpec {
  if (document.root.kind !== "map" || typeof decoded !== "object" || decoded === null) return {};
  const errors = problems.filter((d) => d.severity === "error");
  const wrong = document.root.entries.filter(({ keySpan, value }) =>
    errors.some(({ span }) => span !== undefined && span.start >= keySpan.start && span.start < Math.max(value.span.end, keySpan.end)),
  );
  return Object.fromEntries(
    Object.entries(decoded).filter(([key, value]) => value !== undefined && !wrong.some((entry) => entry.key === key)),
  ) as ToolSpec;
}

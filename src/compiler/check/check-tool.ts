import { type Diagnostic, isError, type Result } from "../../contract/diagnostic.js";
import type { SpecDocument } from "../../contract/spec-node.js";
import { hasUnknown } from "../../programs/place-class.js";
import type { ProjectModel } from "../model.js";
import type { ToolModel } from "../tool-model.js";
import { checkKeysOf, sendsFile } from "./execution/check-http.js";
import { type CheckedTemplates, checkTemplates } from "./execution/templates.js";
import { decodeNode } from "./language/decode-node.js";
import { type ToolSpec, toolContext } from "./language/tool-context.js";
import { toolShape } from "./language/tool-shape.js";
import { lower } from "./lower/lower.js";
import { highest } from "./lower/lower-risk.js";
import { checkElicit } from "./rules/check-elicit.js";
import { checkExamples } from "./rules/examples.js";
import {
  checkBackground,
  checkBackgroundFolder,
  checkDisplay,
  checkGuard,
  checkHandlerKeys,
  checkLimits,
  checkOneExecution,
  checkSandbox,
} from "./rules/execution-rules.js";
import { checkAliases, checkCoerce, checkIgnored, checkInvertedAliases, checkWrap } from "./rules/repair-rules.js";
import { checkRiskRules, codeRisk } from "./rules/risk-rules.js";
import { checkRoots, checkSelectors } from "./rules/selectors.js";
import { checkToolName } from "./rules/unique-names.js";
import { checkOutputSchema, checkSchema, namesOnly, needsTypes, schemaByOtherName } from "./schema/check-schema.js";
import { lostDigits } from "./schema/schema-problems.js";

/** Checks one tool document by all rules, and lowers it. Returns no tool if there was an error. */
export function checkTool(document: SpecDocument, project: ProjectModel): Result<ToolModel | undefined> {
  const [spec = {}, shapeProblems] = decodeNode(document.root, toolShape);
  const tool = toolContext(document, spec, project);
  const [checked, schemaProblems] = checkSchema(tool);
  const [output, outputProblems] = checkOutputSchema(tool);
  // Names can be checked even if the schema is wrong, so that the author sees all mistakes at once.
  const other = schemaByOtherName(tool);
  const typed = other === undefined ? checked?.schema : undefined;
  const schema = typed ?? namesOnly(other ?? tool.spec.schema ?? {});
  const log = [
    ...checkInvertedAliases(tool, schema, shapeProblems),
    ...checkToolName(tool),
    ...lostDigits(document.root),
    ...checkOneExecution(tool),
    ...checkKeysOf(tool),
    ...checkLimits(tool),
    ...checkDisplay(tool),
    ...checkBackground(tool),
    ...checkSandbox(tool),
    ...checkHandlerKeys(tool),
    ...checkRoots(tool),
    ...schemaProblems,
    ...outputProblems,
  ];

  // An unsupported or unknown key may use any parameter.
  const isLater = shapeProblems.some((d) => d.code === "not-yet" || d.code === "unknown-key");
  const [templates, templateProblems] = checkTemplates(tool, schema);
  log.push(...checkGuard(tool, templates.command));
  const inSchema = [
    ...checkSelectors(tool, schema),
    ...checkElicit(tool, { schema, checked: typed === undefined ? undefined : checked }),
    ...checkAliases(tool, schema),
    ...checkIgnored(tool, schema),
    ...checkWrap(tool, schema),
    ...checkCoerce(tool, schema),
    ...templateProblems,
  ];
  log.push(...inSchema.filter((d) => (typed !== undefined || !needsTypes(d)) && !(isLater && isUnused(d))));

  log.push(...checkBackgroundFolder(tool, templates.tempDir));

  const { unguarded, ...texts } = templates;
  const leastRisk = unguarded
    ? "dangerous"
    : highest(codeRisk(tool.spec, schema, texts.mild), hasUnknown(texts.values) || sendsFile(texts.http) ? "moderate" : "safe");
  log.push(...checkRiskRules(tool, { schema, checked, leastRisk, values: texts.values }));
  if (checked === undefined || !isCarriedOut(tool.spec, texts) || log.some(isError)) return [undefined, log];
  const model = lower(tool, { checked, output, leastRisk, ...texts });
  log.push(...checkExamples(model, checked.compiled.validate, tool));
  return [log.some(isError) ? undefined : model, log];
}

const isCarriedOut = ({ host }: ToolSpec, { command, http }: Pick<CheckedTemplates, "command" | "http">) =>
  host !== undefined || command !== undefined || http !== undefined;

const isUnused = ({ code }: Diagnostic) => code === "unused-parameter" || code === "unused-secret";

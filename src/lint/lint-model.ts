import { sortDiagnostics } from "../diagnostics/collector.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Model, ToolModel } from "../model/tool.js";
import { parse } from "../source/parse.js";
import { locate, nodeAt, type SpecDocument } from "../source/spec-node.js";
import { checkClientLimits } from "./check-client-limits.js";
import { checkDescription } from "./check-description.js";
import { checkParameters } from "./check-parameters.js";
import { checkResult } from "./check-result.js";
import { checkSameDescriptions } from "./check-same-descriptions.js";
import { checkSimilarTools } from "./check-similar-tools.js";
import { checkToolCount } from "./check-tool-count.js";
import type { LintedTool, ModelRule } from "./tool-rule.js";

/** The parts of a project besides its model that are linted. */
export interface LintContext {
  /** `toolgen.yaml`, whose `lint` turns rules off for all tools. */
  readonly config: SpecDocument | undefined;
  /** True to lint the tools that come with toolgen too: its own tests do. */
  readonly withLibrary?: boolean;
}

/** Rules about two tools, by their codes. */
const rulesOfPairs: Readonly<Record<string, ModelRule>> = {
  "similar-tools": checkSimilarTools,
  "same-description": checkSameDescriptions,
};

/**
 * Reports what may make a model choose or call a tool wrongly. Tools that come with toolgen count for rules about
 * several tools, and aren't reported.
 */
export function lintModel(model: Model, { config, withLibrary = false }: LintContext): readonly Diagnostic[] {
  const own = model.tools.filter(({ source }) => withLibrary || !source.file.path.startsWith("std/"));
  const tools = own.flatMap((tool) => linted(tool) ?? []);
  const found = tools.flatMap((one) => {
    const off = turnedOff(one.document);
    return [checkDescription, checkParameters, checkResult].flatMap((rule) => rule(one)).filter(({ code }) => !off.has(code));
  });
  const together = Object.entries(rulesOfPairs).flatMap(([code, rule]) =>
    rule(
      model,
      tools.filter(({ document }) => !turnedOff(document).has(code)),
    ),
  );
  const everywhere = turnedOff(config);
  return sortDiagnostics(
    [...found, ...together, ...checkToolCount(model, tools), ...checkClientLimits(model, tools)].filter(
      ({ code }) => !everywhere.has(code),
    ),
  );
}

/** Finds a tool's document by the position of its name. A companion of a background tool has that tool's. */
function linted(tool: ToolModel): LintedTool | undefined {
  const { file, nameSpan } = tool.source;
  const document = parse(file)[0].find(({ root }) => nodeAt(root, ["name"])?.span.start === nameSpan.start);
  const name = document && nodeAt(document.root, ["name"]);
  if (document === undefined || name?.kind !== "scalar" || name.text !== tool.name) return undefined;
  return { tool, document, at: (path, part) => locate(document.root, path, part) };
}

function turnedOff(document: SpecDocument | undefined): ReadonlySet<string> {
  const node = document && nodeAt(document.root, ["lint"]);
  const entries = node?.kind === "map" ? node.entries : [];
  return new Set(entries.flatMap(({ key, value }) => (value.kind === "scalar" && value.text === "off" ? [key] : [])));
}

import type { Diagnostic, Result } from "../../diagnostics/diagnostic.js";
import type { TempFile } from "../../runtime/contract/definition.js";
import type { TextTemplate } from "../../runtime/contract/text-template.js";
import type { NodePath } from "../../source/spec-node.js";
import type { ToolContext } from "../context.js";
import { longOutput } from "../lower/long-output.js";
import { declaredRisk, type Impacts } from "../lower/lower-risk.js";
import { checkCwdPath } from "../rules/cwd-path.js";
import { checkOutputFilePath } from "../rules/output-file-path.js";
import { checkText, type TemplateContext } from "../template/check-text.js";
import { tempFileTexts } from "./temp-file-texts.js";

/** The texts beside a tool's execution, compiled. One that is missing from the spec, or wrong in it, is `undefined`. */
export interface CheckedTexts {
  readonly cwd: TextTemplate | undefined;
  readonly stdin: TextTemplate | undefined;
  readonly tempFiles: readonly TempFile[];
  readonly outputFile: TextTemplate | undefined;
  readonly display: TextTemplate | undefined;
  readonly summary: TextTemplate | undefined;
  readonly impacts: Impacts;
  /** The parameters that a call uses through them. A summary only describes a call. */
  readonly used: readonly string[];
}

export function checkTexts(tool: ToolContext, context: TemplateContext): Result<CheckedTexts> {
  const { spec } = tool;
  const log: Diagnostic[] = [];
  const textAt = (path: NodePath, takesSecrets = false) => {
    const used = new Set<string>();
    const [text, problems] = checkText(tool, { ...context, used, own: { ...context.own, takesSecrets } }, path);
    log.push(...problems);
    return { text, used };
  };
  const cwd = textAt(["cwd"]);
  const stdin = textAt(["stdin"], true);
  const files = tempFileTexts(spec).map(({ name, path, suffix }) => ({ name, suffix, ...textAt(path, true) }));
  const outputFile = textAt(["output", "file"]);
  const [display, displayProblems] = checkDisplay(tool, context);
  log.push(...displayProblems);
  const summary = textAt(["summary"]);
  const impacts = {
    own: textAt(["risk", "impact"]).text,
    rules: declaredRisk(spec).rules?.map((_, i) => textAt(["risk", "rules", i, "impact"]).text) ?? [],
  };
  log.push(...checkCwdPath(tool, cwd.text), ...checkOutputFilePath(tool, outputFile.text));
  return [
    {
      cwd: cwd.text,
      stdin: stdin.text,
      tempFiles: files.flatMap(({ name, suffix, text }) => (text === undefined ? [] : [{ name, suffix, text }])),
      outputFile: outputFile.text,
      display,
      summary: summary.text,
      impacts,
      used: [cwd, stdin, outputFile, ...files].flatMap(({ used }) => [...used]),
    },
    log,
  ];
}

/** It is about a finished call, whose temporary files are gone. */
function checkDisplay(tool: ToolContext, context: TemplateContext): Result<TextTemplate | undefined> {
  // If another key of `output` is wrong, its fields are unknown.
  if (tool.has("output") && tool.spec.output === undefined) return [undefined, []];
  const after = { outputSchema: longOutput(tool.spec).schema };
  return checkText(tool, { ...context, used: new Set(), own: { ...context.own, tempFiles: [], after } }, ["output", "display"]);
}

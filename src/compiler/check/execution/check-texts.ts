import type { TempFile } from "../../../contract/definition.js";
import type { Diagnostic, Result } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import { parseSelector } from "../../../contract/schema-variants.js";
import type { NodePath } from "../../../contract/spec-node.js";
import type { TextPiece, TextTemplate, ValueRef } from "../../../contract/text-template.js";
import { checkText, type TemplateContext } from "../../../programs/template.js";
import { declaredRisk, longOutput, tempFileTexts } from "../language/long-forms.js";
import type { ToolContext } from "../language/tool-context.js";

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

/** The compiled texts of `risk`. */
export interface Impacts {
  readonly own: TextTemplate | undefined;
  readonly rules: readonly (TextTemplate | undefined)[];
}

/** A parameter that is part of the working directory must be in `paths`. One that is only tested adds nothing to it. */
function checkCwdPath(tool: ToolContext, cwd: TextTemplate | undefined): readonly Diagnostic[] {
  // If `paths` itself is wrong, that is the mistake.
  if (cwd === undefined || (tool.has("paths") && tool.spec.paths === undefined)) return [];
  return parametersOutsidePaths(tool, cwd).map((name) => diagnostic("cwd-not-a-path", tool.at(["cwd"]), { name }));
}

/** A parameter that is part of the result file's path must be in `paths`, because its value chooses the file. */
function checkOutputFilePath(tool: ToolContext, file: TextTemplate | undefined): readonly Diagnostic[] {
  if (file === undefined || (tool.has("paths") && tool.spec.paths === undefined)) return [];
  return parametersOutsidePaths(tool, file).map((name) => diagnostic("output-file-not-a-path", tool.at(["output", "file"]), { name }));
}

/** The parameters that a text may print and that aren't in the tool's `paths`. */
export function parametersOutsidePaths(tool: ToolContext, text: TextTemplate): readonly string[] {
  const paths = Object.keys(tool.spec.paths ?? {}).map((name) => elementsAside(parseSelector(name)));
  return [...new Set(text.flatMap((piece) => printed(piece)))].filter((name) => !paths.includes(name));
}

const elementsAside = (selector: readonly string[]) => selector.filter((step) => step !== "[]").join(".");

/** The parameters that a piece of text may print. */
function printed(piece: TextPiece, each: readonly string[] = []): readonly string[] {
  if (typeof piece === "string") return [];
  if (piece.kind !== "block") return parameterPath(piece.ref, each);
  const { block } = piece;
  const inside = (text: TextTemplate | undefined, over = each) => (text ?? []).flatMap((inner) => printed(inner, over));
  if (block.kind === "if") return [...block.branches.flatMap((branch) => inside(branch.body)), ...inside(block.otherwise)];
  return [...inside(block.body, block.ref.from === "param" ? block.ref.path : []), ...inside(block.otherwise)];
}

function parameterPath(ref: ValueRef, each: readonly string[]): readonly string[] {
  if (ref.from === "param") return [ref.path.join(".")];
  return ref.from === "item" ? [[...each, ...ref.path].join(".")] : [];
}

import type { NodePath } from "../../source/tree.js";
import type { ToolContext } from "../context.js";
import { codeNames } from "../rules/code-risk.js";
import type { InputValues } from "../rules/evaluated-argument.js";
import { silent } from "../template/flatten.js";
import { parseTemplate } from "../template/parse.js";
import { scopeFor, type TemplateContext } from "../template/text.js";
import { type ModelValue, valuesOf } from "../values/model-values.js";
import { tempFileTexts } from "./secrets-and-temp-files.js";

/** The values in the standard input, the working folder and the temporary files that a tool gives its program. */
export function inputValues(tool: ToolContext, context: TemplateContext): InputValues {
  return {
    code: Object.fromEntries((codeNames(tool) ?? []).map((name) => [name, tool.spec.code?.[name]])),
    stdin: valuesAt(tool, context, ["stdin"]),
    cwd: valuesAt(tool, context, ["cwd"]),
    tempFiles: Object.fromEntries(tempFileTexts(tool.spec).map(({ name, path }) => [name, valuesAt(tool, context, path)])),
    paths: Object.keys(tool.spec.paths ?? {}),
  };
}

/** The values in a template, and those in the temporary files that it names. */
export function valuesReached(tool: ToolContext, context: TemplateContext, path: NodePath): readonly ModelValue[] {
  const files = new Map(tempFileTexts(tool.spec).map((file) => [file.name, file.path]));
  return valuesAt(tool, context, path).flatMap((value) => {
    const { ref } = value.resolved;
    const held = ref.from === "temp" ? files.get(ref.name) : undefined;
    return held === undefined ? [value] : valuesAt(tool, context, held);
  });
}

/** The values in a template of the tool. Mistakes in it are reported where it is compiled. */
export function valuesAt(tool: ToolContext, context: TemplateContext, path: NodePath): readonly ModelValue[] {
  const scalar = tool.scalar(path);
  if (scalar === undefined) return [];
  const [nodes] = parseTemplate(scalar);
  const scope = silent(scopeFor(scalar, { ...context, used: new Set(), own: { ...context.own, used: new Set() } }, []));
  return valuesOf(nodes, scope).map((value) => ({ ...value, text: { nodes, scope } }));
}

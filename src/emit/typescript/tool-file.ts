import type { ToolModel } from "../../model/tool.js";
import { moduleFormat } from "../../runtime/lookup/tool-module.js";
import { toolDescription } from "../declaration/tool-description.js";
import { docComment } from "../print/doc-text.js";
import { inLineComment } from "../print/line-comment.js";
import { literal, quoted } from "../print/literal.js";
import { renderTemplate } from "../print/render-template.js";
import { moduleSpecifier, type ToolNames, toolNames } from "./tool-names.js";

/** The module of one tool: the types of its parameters, its normaliser and its class. */
export function toolFile(tool: ToolModel, types: string): string {
  const names = toolNames(tool.name);
  return renderTemplate("tools/tool.ts.hbs", {
    ...{ source: inLineComment(tool.source.file.path), definitionModule: moduleSpecifier(names.definitionPath) },
    ...{ paramsType: names.paramsType, argsType: names.argsType, className: names.className, normalizer: names.normalizer },
    hasDefaults: hasDefaults(tool),
    types,
    args: argsType(tool, names),
    normalizerDocs: normalizerDocs(tool),
    docs: docComment(`${tool.displayName} (${tool.kind}, ${tool.risk.level}).\n\n${tool.description}`),
    name: quoted(tool.name),
  });
}

/**
 * The module beside it: its compiled data, in typed constants, so that data that the runtime doesn't understand doesn't
 * compile.
 */
export function definitionFile(tool: ToolModel): string {
  const { displayName, locations } = tool;
  return renderTemplate("tools/definition.ts.hbs", {
    source: inLineComment(tool.source.file.path),
    definition: literal(tool.definition),
    parameterSchema: literal(tool.schema),
    name: `\`${tool.name}\``,
    declaration: literal({ format: moduleFormat, displayName, description: toolDescription(tool), locations }),
  });
}

const hasDefaults = ({ definition }: ToolModel) => Object.keys(definition.defaults).length > 0;

export function argsType(tool: ToolModel, { argsType: name, paramsType }: ToolNames): string {
  const keys = Object.keys(tool.definition.defaults).map(quoted).join(" | ");
  const type = hasDefaults(tool) ? `WithDefaults<${paramsType}, ${keys}>` : paramsType;
  const docs = hasDefaults(tool) ? `\`${paramsType}\` with defaults filled in.` : `\`${paramsType}\`: no parameter has a default.`;
  return `${docComment(docs)}\nexport type ${name} = ${type};`;
}

function normalizerDocs({ name, definition }: ToolModel): string {
  const aliases = definition.aliases.map(({ target, names }) => `\`${target.join(".").replaceAll(".[]", "[]")}\`: ${names.join(", ")}`);
  const text = [
    `Turns a model's arguments into those of \`${name}\`, as every call does: renames aliases, converts values whose type`,
    "is wrong where only one conversion is possible, and fills in defaults. A refusal lists its problems as codes with their",
    "facts; `problemText` renders one for the model.",
    ...(aliases.length === 0 ? [] : ["", "Aliases:", ...aliases.map((line) => `- ${line}`)]),
  ];
  return docComment(text.join("\n"));
}

import type { Model } from "../../model.js";
import { defineEmitter, type OutputFile } from "../../output-file.js";
import type { ToolModel } from "../../tool-model.js";
import { docComment, inLineComment, propertyKey, quoted } from "../print/literal.js";
import { renderTemplate } from "../print/render-template.js";
import { toolNames } from "../print/tool-names.js";
import { printPolicy } from "./gemini-policy.js";

/**
 * For programs that embed Gemini CLI's core: classes on the core's own base classes, a few lines for each tool, built
 * on those in `tools/`; and the policy for the names under which they are registered. Their common code imports the
 * core, so it can't be in `toolgen/runtime`.
 */
export const geminiClasses = defineEmitter({
  name: "gemini-classes",
  targets: ["gemini", "classes"],
  emit: (model, _assets, { part }) => {
    if (!model.project.targets.gemini.classes) return [];
    return [
      file("gemini/core-tool-base.ts", renderTemplate("gemini/core-tool-base.ts.hbs", {})),
      shared("gemini/classes/policies.toml", printPolicy(model.tools, { nameOf: ({ name }) => name, part })),
      shared("gemini/classes/index.ts", index(model)),
      ...model.tools.map((tool) => file(`gemini/classes/${moduleOf(tool)}.ts`, toolClass(tool))),
    ];
  },
});

const file = (path: string, text: string): OutputFile => ({ path, text, executable: false });
const shared = (path: string, text: string): OutputFile => ({ path, text, executable: false, shared: true });

/** The path of the module in `tools/`, without its extension. */
const moduleOf = ({ name }: ToolModel) => toolNames(name).path.replace(/^tools\/(.*)\.ts$/, "$1");

function toolClass(tool: ToolModel): string {
  const { className, paramsType } = toolNames(tool.name);
  return renderTemplate("gemini/core-tool.ts.hbs", {
    source: inLineComment(tool.source.file.path),
    className,
    paramsType,
    module: `${moduleOf(tool)}.js`,
    docs: docComment(`${tool.displayName} (${tool.kind}, ${tool.risk.level}), for a registry of \`@google/gemini-cli-core\`.`),
    name: quoted(tool.name),
  });
}

function index({ tools, project }: Model): string {
  return renderTemplate("gemini/core-tools.ts.hbs", {
    specs: inLineComment(project.specs.join(", ")),
    tools: tools.map((tool) => ({
      key: propertyKey(tool.name),
      className: toolNames(tool.name).className,
      module: `${moduleOf(tool)}.js`,
    })),
  });
}

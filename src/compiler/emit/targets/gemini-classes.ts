import type { Model } from "../../model.js";
import { defineEmitter, type OutputFile } from "../../output-file.js";
import type { ImportStyle } from "../../source/tsconfig.js";
import type { ToolModel } from "../../tool-model.js";
import { docComment, moduleHeader, propertyKey, quoted } from "../print/literal.js";
import { renderTemplate } from "../print/render-template.js";
import { moduleSpecifier, toolNames } from "../print/tool-names.js";
import { printPolicy } from "./gemini-policy.js";

/**
 * For programs that embed Gemini CLI's core: classes on the core's own base classes, a few lines for each tool, built
 * on those in `tools/`; and the policy for the names under which they are registered. Their common code imports the
 * core, so it can't be in `toolgen/runtime`.
 */
export const geminiClasses = defineEmitter({
  name: "gemini-classes",
  targets: ["gemini", "classes"],
  emit: (model, _assets, { part, imports }) => {
    if (!model.project.targets.gemini.classes) return [];
    return [
      file("gemini/core-tool-base.ts", renderTemplate("gemini/core-tool-base.ts.hbs", { header: moduleHeader() })),
      shared("gemini/classes/policies.toml", printPolicy(model.tools, { nameOf: ({ name }) => name, part })),
      shared("gemini/classes/index.ts", index(model, imports)),
      ...model.tools.map((tool) => file(toolNames(tool.name).path.replace(/^tools/, "gemini/classes"), toolClass(tool, imports))),
    ];
  },
});

const file = (path: string, text: string): OutputFile => ({ path, text, executable: false });
const shared = (path: string, text: string): OutputFile => ({ path, text, executable: false, shared: true });

/** How a tool's module is imported from its folder. */
const moduleOf = ({ name }: ToolModel, imports: ImportStyle) => moduleSpecifier(toolNames(name).path, imports);

function toolClass(tool: ToolModel, imports: ImportStyle): string {
  const { className, paramsType } = toolNames(tool.name);
  return renderTemplate("gemini/core-tool.ts.hbs", {
    header: moduleHeader(tool.source.file.path),
    className,
    paramsType,
    module: moduleOf(tool, imports),
    base: moduleSpecifier("core-tool-base.ts", imports),
    docs: docComment(`${tool.displayName} (${tool.kind}, ${tool.risk.level}), for a registry of \`@google/gemini-cli-core\`.`),
    name: quoted(tool.name),
  });
}

function index({ tools, project }: Model, imports: ImportStyle): string {
  return renderTemplate("gemini/core-tools.ts.hbs", {
    header: moduleHeader(project.specs.join(", ")),
    tools: tools.map((tool) => ({
      key: propertyKey(tool.name),
      className: toolNames(tool.name).className,
      module: moduleOf(tool, imports),
    })),
  });
}

import type { Model } from "../../model/tool.js";
import { inLineComment } from "../print/line-comment.js";
import { propertyKey } from "../print/literal.js";
import { renderTemplate } from "../print/render-template.js";
import { moduleSpecifier, toolNames } from "./tool-names.js";

/** `tools/index.ts`: everything by its name, and two maps from a tool's name, to its class and to its parameters. */
export function indexFile({ tools, project }: Model): string {
  return renderTemplate("tools/index.ts.hbs", {
    specs: inLineComment(project.specs.join(", ")),
    tools: tools.map(({ name }) => {
      const { paramsType, argsType, className, normalizer, path } = toolNames(name);
      return { key: propertyKey(name), paramsType, argsType, className, normalizer, module: moduleSpecifier(path) };
    }),
  });
}

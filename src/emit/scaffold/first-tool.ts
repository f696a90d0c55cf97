import type { OutputFile } from "../output-file.js";
import { renderTemplate } from "../print/render-template.js";
import { schemaLine, specPath } from "./new-tool.js";

/** Paths of the JSON Schemas, relative to the project's root. */
export interface SchemaPaths {
  readonly spec: string;
  readonly config: string;
}

/** `toolgen.yaml` of a new project. */
export function newConfig({ config }: SchemaPaths): OutputFile {
  return printed("toolgen.yaml", renderTemplate("init/toolgen.yaml.hbs", { schemaLine: schemaLine(".", config) }));
}

/** The name of the first tool in a new project. */
export const firstToolName = "count_lines";

/** The spec of that tool. */
export function firstTool(folder: string, { spec }: SchemaPaths): OutputFile {
  const text = renderTemplate("init/count-lines.yaml.hbs", { schemaLine: schemaLine(folder, spec) });
  return printed(specPath(folder, firstToolName), text);
}

const printed = (path: string, text: string): OutputFile => ({ path, text, executable: false });

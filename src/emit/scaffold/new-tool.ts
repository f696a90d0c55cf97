import { posix } from "node:path";
import type { ProjectModel } from "../../model/tool.js";
import type { OutputFile } from "../output-file.js";
import { renderTemplate } from "../print/render-template.js";
import { fileName } from "../print/type-name.js";
import { toolNames } from "../typescript/tool-names.js";
import type { DocumentKind, ScaffoldKind } from "./scaffold-kinds.js";

export interface NewTool {
  readonly kind: ScaffoldKind | DocumentKind;
  readonly name: string;
  readonly project: ProjectModel;
  /** The path of the JSON Schema of specs, relative to the project's root. */
  readonly schemaPath: string;
}

/**
 * A spec with an example that passes, and the function of a handler. Their paths are relative to the project's root.
 */
export function newToolFiles({ kind, name, project, schemaPath }: NewTool): readonly OutputFile[] {
  const folder = specFolder(project.specs[0] ?? "");
  const { argsType, path } = toolNames(name);
  const module = posix.relative(folder, `${project.output}/${path}`).replace(/\.ts$/, ".js");
  const [server = ""] = Object.keys(project.mcpServers);
  const values = {
    name,
    server,
    file: fileName(name),
    argsType,
    module: module.startsWith(".") ? module : `./${module}`,
    schemaLine: schemaLine(folder, schemaPath),
  };
  return (kind === "handler" ? ["yaml", "ts"] : ["yaml"]).map((ending) => ({
    path: specPath(folder, name, ending),
    text: renderTemplate(`new/${kind}.${ending}.hbs`, values),
    executable: false,
  }));
}

/** The path of a tool's spec, or of a file that belongs to it. */
export const specPath = (folder: string, name: string, ending = "yaml"): string => posix.join(folder, `${fileName(name)}.${ending}`);

/**
 * The comment that tells editors the JSON Schema of a YAML file in this folder. Both paths are relative to the
 * project's root.
 */
export function schemaLine(folder: string, schemaPath: string): string {
  const up = folder === "." ? [] : folder.split("/").map(() => "..");
  const path = posix.join(...up, schemaPath);
  return `# yaml-language-server: $schema=${path.startsWith(".") ? path : `./${path}`}`;
}

/** The folder that a glob searches: its steps before the first with a wildcard, or the file's folder. */
export function specFolder(glob: string): string {
  const steps = glob.split("/").slice(0, -1);
  const wild = steps.findIndex((step) => /[*?[\]{}()!+@]/.test(step));
  return (wild === -1 ? steps : steps.slice(0, wild)).join("/") || ".";
}

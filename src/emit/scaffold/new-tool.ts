import { posix } from "node:path";
import type { ProjectModel } from "../../model/tool.js";
import type { Assets, OutputFile } from "../output-file.js";
import { render } from "../print/template.js";
import { fileName } from "../print/type-name.js";
import { toolNames } from "../typescript/tool-names.js";
import type { ScaffoldKind } from "./scaffold-kinds.js";

export interface NewTool {
  readonly kind: ScaffoldKind;
  readonly name: string;
  readonly project: ProjectModel;
  /** The path of the JSON Schema of specs, from the project's root. */
  readonly schemaPath: string;
}

/** A spec with an example that passes, and the function of a handler. Their paths count from the project's root. */
export function newToolFiles({ kind, name, project, schemaPath }: NewTool, assets: Assets): readonly OutputFile[] {
  const folder = specFolder(project.specs[0] ?? "");
  const { argsType, path } = toolNames(name);
  const module = posix.relative(folder, `${project.output}/${path}`).replace(/\.ts$/, ".js");
  const values = {
    name,
    file: fileName(name),
    argsType,
    module: module.startsWith(".") ? module : `./${module}`,
    schemaLine: schemaLine(folder, schemaPath),
  };
  return (kind === "handler" ? ["yaml", "ts"] : ["yaml"]).map((ending) => ({
    path: specPath(folder, name, ending),
    text: render(assets, `new/${kind}.${ending}.hbs`, values),
    executable: false,
  }));
}

/** Where the spec of a tool goes, or what belongs to it. */
export const specPath = (folder: string, name: string, ending = "yaml"): string => posix.join(folder, `${fileName(name)}.${ending}`);

/** The comment by which editors complete and check a YAML file in this folder. Both paths count from the project's root. */
export function schemaLine(folder: string, schemaPath: string): string {
  const up = folder === "." ? [] : folder.split("/").map(() => "..");
  const path = posix.join(...up, schemaPath);
  return `# yaml-language-server: $schema=${path.startsWith(".") ? path : `./${path}`}`;
}

/** The folder that a glob looks in: its steps before the first that holds a wildcard, or the file's name. */
export function specFolder(glob: string): string {
  const steps = glob.split("/").slice(0, -1);
  const wild = steps.findIndex((step) => /[*?[\]{}()!+@]/.test(step));
  return (wild === -1 ? steps : steps.slice(0, wild)).join("/") || ".";
}

import { posix } from "node:path";
import type { ProjectModel } from "../model/tool.js";
import type { Assets, OutputFile } from "./output-file.js";
import { fileName } from "./print/identifier.js";
import { render } from "./print/template.js";
import { toolNames } from "./typescript/tool-names.js";

/** A spec and the function that carries its tool out, to begin with. Their paths count from the project's root. */
export function newHandler(name: string, project: ProjectModel, assets: Assets): readonly OutputFile[] {
  const folder = specFolder(project.specs[0] ?? "");
  const file = fileName(name);
  const { argsType, path } = toolNames(name);
  const module = posix.relative(folder, `${project.output}/${path}`).replace(/\.ts$/, ".js");
  const values = { name, file, argsType, module: module.startsWith(".") ? module : `./${module}` };
  return ["yaml", "ts"].map((ending) => ({
    path: posix.join(folder, `${file}.${ending}`),
    text: render(assets, `new/handler.${ending}.hbs`, values),
    executable: false,
  }));
}

/** The folder that a glob looks in: its steps before the first that holds a wildcard, or the file's name. */
export function specFolder(glob: string): string {
  const steps = glob.split("/").slice(0, -1);
  const wild = steps.findIndex((step) => /[*?[\]{}()!+@]/.test(step));
  return (wild === -1 ? steps : steps.slice(0, wild)).join("/") || ".";
}

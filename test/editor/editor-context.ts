import { parse } from "../../src/compiler/source.js";
import type { SpecDocument } from "../../src/contract/spec-node.js";
import { type ProjectCheck, projectChecker } from "../../src/editor/project-check.js";
import type { RenameContext } from "../../src/editor/rename-in-document.js";
import { memoryHost } from "../kit/memory-host.js";

/** The one document of a text, at the path of a spec. */
export function documentOf(text: string, path = "tools.d/t.yaml"): SpecDocument {
  const [document] = parse({ path, text })[0];
  if (document === undefined) throw new Error(`not readable:\n${text}`);
  return document;
}

/** The check of a project in memory. */
export async function checkOf(files: Readonly<Record<string, string>>): Promise<ProjectCheck> {
  const check = await projectChecker({ version: "0.1.0" })(memoryHost(files), () => false);
  if (check === undefined) throw new Error("superseded");
  return check;
}

/** The context in which a document of a project is renamed. */
export async function renameContext(files: Readonly<Record<string, string>>): Promise<RenameContext> {
  const { context } = await checkOf(files);
  const config = files["toolgen.yaml"];
  return { ...context, config: config === undefined ? undefined : documentOf(config, "toolgen.yaml") };
}

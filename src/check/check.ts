import { diagnostic } from "../diagnostics/codes.js";
import type { Diagnostic, Result } from "../diagnostics/diagnostic.js";
import type { Model, ProjectModel, ToolModel } from "../model/tool.js";
import type { SpecDocument } from "../source/tree.js";
import { checkUniqueNames } from "./rules/unique-names.js";
import { checkTool } from "./tool.js";

const kindsOfDocument = ["name", "fragment", "resource", "prompt"] as const;

/** Checks every document and makes the model of those that are right, sorted by name. */
export function check(documents: readonly SpecDocument[], project: ProjectModel): Result<Model> {
  const diagnostics: Diagnostic[] = [];
  const tools: ToolModel[] = [];
  for (const document of documents) {
    const [tool, problems] = checkDocument(document, project);
    diagnostics.push(...problems);
    if (tool !== undefined) tools.push(tool);
  }
  diagnostics.push(...checkUniqueNames(documents));
  return [{ project, tools: tools.sort((a, b) => (a.name < b.name ? -1 : 1)) }, diagnostics];
}

/** The first of `name`, `fragment`, `resource` and `prompt` says what a document is (SPEC §1). */
function checkDocument(document: SpecDocument, project: ProjectModel): Result<ToolModel | undefined> {
  const { root } = document;
  if (root.kind !== "map") return [undefined, [diagnostic("not-a-spec", root.span, {})]];
  const first = root.entries.find((entry) => kindsOfDocument.some((kind) => kind === entry.key) || entry.key === "uri");
  if (first === undefined || first.key === "name") return checkTool(document, project);
  return [undefined, [diagnostic("not-yet", first.keySpan, { key: first.key })]];
}

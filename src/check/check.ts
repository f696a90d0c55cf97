import { diagnostic } from "../diagnostics/codes.js";
import type { Diagnostic, Result } from "../diagnostics/diagnostic.js";
import type { Model, ProjectModel, ToolModel } from "../model/tool.js";
import type { MapEntry, SpecDocument } from "../source/tree.js";
import { applyFragments, type Fragments, gatherFragments } from "./fragments/apply.js";
import { checkUniqueNames } from "./rules/unique-names.js";
import { decode } from "./shape/decode.js";
import { checkTool } from "./tool.js";
import { fragmentShape } from "./tool-shape.js";

const kindsOfDocument = ["name", "fragment", "resource", "prompt", "uri"] as const;

/**
 * Checks every document and makes the model of the tools that are right, sorted by name. `library` holds the fragments that come with toolgen; tools
 * extend them as `std/NAME`.
 */
export function check(documents: readonly SpecDocument[], project: ProjectModel, library: readonly SpecDocument[] = []): Result<Model> {
  const [own, doubled] = gatherFragments(documents.filter((document) => kindOf(document)?.key === "fragment"));
  const [std] = gatherFragments(library, "std/");
  const fragments: Fragments = new Map([...own, ...std]);
  const diagnostics: Diagnostic[] = [...doubled];
  const tools: ToolModel[] = [];
  for (const document of documents) {
    const [tool, problems] = checkDocument(document, project, fragments);
    diagnostics.push(...problems);
    if (tool !== undefined) tools.push(tool);
  }
  diagnostics.push(...checkUniqueNames(documents));
  return [{ project, tools: tools.sort((a, b) => (a.name < b.name ? -1 : 1)) }, diagnostics];
}

/** The first of `name`, `fragment`, `resource`, `prompt` and `uri` says what a document is (SPEC §1, §10). */
function kindOf({ root }: SpecDocument): MapEntry | undefined {
  return root.kind === "map" ? root.entries.find((entry) => kindsOfDocument.some((kind) => kind === entry.key)) : undefined;
}

function checkDocument(document: SpecDocument, project: ProjectModel, fragments: Fragments): Result<ToolModel | undefined> {
  if (document.root.kind !== "map") return [undefined, [diagnostic("not-a-spec", document.root.span, {})]];
  const kind = kindOf(document);
  if (kind?.key === "fragment") return [undefined, decode(document.root, fragmentShape)[1]];
  if (kind !== undefined && kind.key !== "name") return [undefined, [diagnostic("not-yet", kind.keySpan, { key: kind.key })]];
  const [whole, problems] = applyFragments(document, fragments);
  const [tool, toolProblems] = checkTool(whole, project);
  return [problems.length > 0 ? undefined : tool, [...problems, ...toolProblems]];
}

import { diagnostic } from "../diagnostics/codes.js";
import { type Diagnostic, isError, type Result, type SourceFile } from "../diagnostics/diagnostic.js";
import type { ProjectModel, PromptModel, ResourceModel, ToolModel } from "../model/tool.js";
import { parse } from "../source/parse.js";
import type { MapNode, SpecDocument } from "../source/spec-node.js";
import { checkTool } from "./check-tool.js";
import { checkPrompt } from "./documents/check-prompt.js";
import { checkResource } from "./documents/check-resource.js";
import { applyFragments, type Fragments, kindOf } from "./fragments/apply-fragments.js";
import { decodeNode } from "./language/decode-node.js";
import { fragmentShape } from "./language/tool-shape.js";
import { backgroundTools } from "./lower/background-tools.js";
import { applyProjectSettings } from "./project/apply-project-settings.js";
import { checkCutByComment } from "./rules/cut-by-comment.js";
import { checkForeignSpec } from "./rules/foreign-spec.js";
import { type NameClaim, nameClaims } from "./rules/unique-names.js";

/**
 * The result of checking one spec file. It depends only on the file's text and the context, and can be cached by both.
 */
export interface SourceResult {
  readonly tools: readonly ToolModel[];
  readonly prompts: readonly PromptModel[];
  readonly resources: readonly ResourceModel[];
  readonly claims: readonly NameClaim[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The data that a spec file is checked against besides its own text. */
export interface SourceContext {
  readonly project: ProjectModel;
  readonly fragments: Fragments;
}

/** Parses a spec file and checks each of its documents. Tools with an error are left out. */
export function checkSource(source: SourceFile, context: SourceContext): SourceResult {
  const [documents, parseProblems] = parse(source);
  const checked = documents.map((document) => checkDocument(document, context));
  const tools = checked.flatMap(([{ tool }]) => tool ?? []);
  const companions = tools.flatMap(backgroundTools);
  const completionsOf = ({ completions }: Pick<PromptModel, "completions">) => ({
    completions: completions.map((one) => ({ ...one, tool: applyProjectSettings(one.tool, context.project) })),
  });
  return {
    tools: [...tools, ...companions].map((tool) => applyProjectSettings(tool, context.project)),
    prompts: checked.flatMap(([{ prompt }]) => prompt ?? []).map((prompt) => ({ ...prompt, ...completionsOf(prompt) })),
    resources: checked
      .flatMap(([{ resource }]) => resource ?? [])
      .map((resource) => ({ ...resource, ...completionsOf(resource), tool: applyProjectSettings(resource.tool, context.project) })),
    claims: [
      ...documents.flatMap(nameClaims),
      ...companions.map(({ name, source: { nameSpan } }) => ({ name, span: nameSpan, isAlias: false })),
    ],
    diagnostics: few([...parseProblems, ...checked.flatMap(([, problems]) => problems)], source),
  };
}

/** A file with more mistakes probably isn't a spec, and showing each mistake would take longer than finding them. */
const maxDiagnostics = 200;

function few(diagnostics: readonly Diagnostic[], source: SourceFile): readonly Diagnostic[] {
  if (diagnostics.length <= maxDiagnostics) return diagnostics;
  const errors = diagnostics.filter(isError);
  const shown = [...errors, ...diagnostics.filter((found) => !isError(found))].slice(0, maxDiagnostics);
  const more = String(diagnostics.length - maxDiagnostics);
  return [...shown, diagnostic(errors.length === 0 ? "more-warnings" : "more-problems", { path: source.path }, { more })];
}

/** A valid document, under its kind. */
interface CheckedDocument {
  readonly tool?: ToolModel | undefined;
  readonly prompt?: PromptModel | undefined;
  readonly resource?: ResourceModel | undefined;
}

function checkDocument(document: SpecDocument, context: SourceContext): Result<CheckedDocument> {
  if (document.root.kind !== "map") return [{}, [diagnostic("not-a-spec", document.root.span, {})]];
  const foreign = checkForeignSpec(document);
  if (foreign.length > 0) return [{}, foreign];
  const [checked, problems] = checkKind(document, document.root, context);
  return [checked, [...checkCutByComment(document), ...problems]];
}

function checkKind(document: SpecDocument, root: MapNode, { project, fragments }: SourceContext): Result<CheckedDocument> {
  const kind = kindOf(document);
  if (kind?.key === "fragment") return [{}, decodeNode(root, fragmentShape)[1]];
  if (kind?.key === "prompt") {
    const [prompt, problems] = checkPrompt(document, project);
    return [{ prompt }, problems];
  }
  if (kind?.key === "resource") {
    const [resource, problems] = checkResource({ ...document, root }, project);
    return [{ resource }, problems];
  }
  if (kind !== undefined && kind.key !== "name") return [{}, [diagnostic("not-yet", kind.keySpan, { key: kind.key })]];
  const [whole, problems] = applyFragments(document, fragments);
  const [tool, toolProblems] = checkTool(whole, project);
  return [{ tool: problems.length > 0 ? undefined : tool }, [...problems, ...toolProblems]];
}

import { type Diagnostic, isError, type Result, type SourceFile, type Span } from "../contract/diagnostic.js";
import { diagnostic } from "../contract/diagnostic-codes.js";
import type { MapNode, SpecDocument } from "../contract/spec-node.js";
import { loadBashParser } from "../programs/bash-parser.js";
import { checkTool } from "./check/check-tool.js";
import { checkPlan } from "./check/documents/check-plan.js";
import { checkPrompt, checkPromptResources } from "./check/documents/check-prompt.js";
import { checkResource } from "./check/documents/check-resource.js";
import { decodeNode } from "./check/language/decode-node.js";
import { fragmentShape } from "./check/language/tool-shape.js";
import { backgroundTools } from "./check/lower/background-tools.js";
import { applyProjectSettings } from "./check/project/apply-project-settings.js";
import { checkCutByComment, checkForeignSpec } from "./check/rules/foreign-spec.js";
import {
  checkChosenTools,
  checkUniqueNames,
  checkUniquePrompts,
  checkUniqueUris,
  type NameClaim,
  nameClaims,
} from "./check/rules/unique-names.js";
import { applyFragments, type Fragments, kindOf } from "./fragments.js";
import { byTarget, type Model, type ProjectModel, type PromptModel, type ResourceModel } from "./model.js";
import { parse } from "./source.js";
import type { HandlerBundle, ToolModel } from "./tool-model.js";

/** Checks spec files independently. A version with a cache or with worker threads can replace `checkSources`. */
export type CheckSources = (sources: readonly SourceFile[], context: SourceContext) => Promise<readonly SourceResult[]>;

/** Checks spec files one after the other. */
export const checkSources: CheckSources = async (sources, context) => {
  await loadBashParser([...sources, ...[...context.fragments.values()].map(({ file }) => file)]);
  return sources.map((source) => checkSource(source, context));
};

/**
 * Returns the model of the valid tools, sorted by name, and the problems in and between files. `library` are
 * the tools that come with toolgen.
 */
export function combine(results: readonly SourceResult[], project: ProjectModel, library: readonly LibraryTool[] = []): Result<Model> {
  const claims = results.flatMap((result) => result.claims);
  const added = addLibraryTools(claims, library);
  const all = [...results.flatMap((result) => result.tools), ...added.tools].sort((a, b) => (a.name < b.name ? -1 : 1));
  const tools = all.filter(({ host }) => host === undefined);
  const hosted = all.filter(({ host }) => host !== undefined);
  const prompts = results.flatMap((result) => result.prompts).sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
  const resources = results.flatMap((result) => result.resources).sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
  const diagnostics = [
    ...[...results, ...library.map(({ result }) => result)].flatMap((result) => result.diagnostics),
    ...checkUniqueNames([...claims, ...added.claims]),
    ...checkUniquePrompts(prompts),
    ...checkUniqueUris(resources),
    ...checkPromptResources(prompts, resources),
    ...checkChosenTools(all, [...claims, ...added.claims]),
  ];
  return [
    { project, tools, hosted, prompts, resources, excluded: byTarget(() => []), handlers: added.handlers, bundledFiles: [] },
    diagnostics,
  ];
}

/**
 * A tool that comes with toolgen and that a project selects: its checked spec, its handler's bundle, and its position
 * in `library`.
 */
export interface LibraryTool {
  readonly result: SourceResult;
  readonly code: string | undefined;
  readonly span: Span;
}

interface AddedTools {
  readonly tools: readonly ToolModel[];
  readonly handlers: readonly HandlerBundle[];
  readonly claims: readonly NameClaim[];
}

/**
 * Returns the tools that come with toolgen, beside a project's own: `claims` are the names that those use. A collision
 * is reported at the name in `library`. The aliases of the project's tools have precedence: a library tool omits those
 * that are taken. Names of a client's own tools (`host`) are taken only in that client. Handlers are already bundled.
 */
function addLibraryTools(claims: readonly NameClaim[], library: readonly LibraryTool[]): AddedTools {
  const names = library.flatMap(({ result, span }) =>
    result.tools.map(({ name, host }): NameClaim => ({ name, span, isAlias: false, ...(host && { host }) })),
  );
  const used = new Set([...claims, ...names].filter(({ host }) => host === undefined).map(({ name }) => name.toLowerCase()));
  return {
    claims: names,
    tools: library.flatMap(({ result }) =>
      result.tools.map(({ handler: _, ...tool }) => ({
        ...tool,
        nameAliases: tool.nameAliases.filter((alias) => !used.has(alias.toLowerCase())),
      })),
    ),
    handlers: library.flatMap(({ result, code }) =>
      code === undefined
        ? []
        : result.tools.map(({ name }): HandlerBundle => ({ tool: name, code, map: undefined, asset: `library/${name}.cjs` })),
    ),
  };
}

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

const listHelp = "Write each element as a spec of its own: in a file of its own, or in YAML, with `---` between two.";

function checkDocument(document: SpecDocument, context: SourceContext): Result<CheckedDocument> {
  if (document.root.kind !== "map") {
    const isList = document.root.kind === "list";
    return [{}, [diagnostic("not-a-spec", document.root.span, {}, isList ? { help: listHelp } : {})]];
  }
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
  const [planned, planProblems] = tool === undefined ? [undefined, []] : checkPlan(whole, tool, project);
  return [{ tool: problems.length > 0 ? undefined : planned }, [...problems, ...toolProblems, ...planProblems]];
}

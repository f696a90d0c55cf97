import { builtTargets, bundleNames, type Model, type ResourceModel, type TargetName } from "../../compiler/model.js";
import { firstSentence } from "../../contract/display-text.js";

interface DocumentRow {
  readonly name: string;
  readonly description: string;
  /** The targets with it. */
  readonly targets: readonly TargetName[];
  readonly source: string;
}

/** A prompt in `toolgen list --json`. */
export interface PromptRow extends DocumentRow {
  readonly kind: "prompt";
  readonly arguments: readonly string[];
}

/** A resource in `toolgen list --json`, with one of `uri` and `uriTemplate`. */
export interface ResourceRow extends DocumentRow {
  readonly kind: "resource";
  readonly uri?: string;
  readonly uriTemplate?: string;
}

/** Returns the project's prompts and resources, sorted by name. */
export function documentRows(model: Model): { readonly prompts: readonly PromptRow[]; readonly resources: readonly ResourceRow[] } {
  return { prompts: promptsOf(model), resources: resourcesOf(model) };
}

const promptsOf = (model: Model): readonly PromptRow[] =>
  model.prompts.map(({ tool, arguments: all }) => ({
    name: tool.name,
    kind: "prompt",
    description: firstSentence(tool.description),
    arguments: all.map(({ name }) => name),
    targets: promptTargets(model),
    source: tool.source.file.path,
  }));

const resourcesOf = (model: Model): readonly ResourceRow[] =>
  model.resources.map((resource) => ({
    name: resource.tool.name,
    kind: "resource",
    description: firstSentence(resource.tool.description),
    ...uriOf(resource),
    targets: resourceTargets(model, resource),
    source: resource.tool.source.file.path,
  }));

/** Returns the URI of a resource under the key that declares it. */
export const uriOf = ({ uri }: ResourceModel): { readonly uri: string } | { readonly uriTemplate: string } =>
  uri.kind === "fixed" ? { uri: uri.uri } : { uriTemplate: uri.text };

const served: readonly TargetName[] = ["mcp", ...bundleNames];

/** Returns the built targets with an MCP server. `include` and `exclude` select tools, so each has all prompts. */
export const promptTargets = (model: Pick<Model, "project">): readonly TargetName[] =>
  builtTargets(model).filter((target) => served.includes(target));

/** Returns the targets with a resource. A bundle leaves out what the project's settings deny. */
export const resourceTargets = (model: Pick<Model, "project">, { tool }: Pick<ResourceModel, "tool">): readonly TargetName[] =>
  promptTargets(model).filter((target) => target === "mcp" || !tool.risk.isDenied);

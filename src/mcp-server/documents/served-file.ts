import { resolve } from "node:path";
import { buildText } from "../../runtime/command/build-text.js";
import type { CompiledResource, ResourceContent } from "../../runtime/contract/resource.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { rootOf } from "../../runtime/paths/root-of.js";
import type { ServedFile } from "./read-resource-file.js";
import { wrongArguments } from "./wrong-arguments.js";

export interface FoundContent<Content extends ResourceContent> {
  readonly resource: CompiledResource;
  readonly content: Content;
  readonly projectDir: string;
  readonly params: JsonObject;
}

export interface ContentRequest {
  readonly uri: string;
  readonly workspace: string;
}

type Still = Exclude<ResourceContent, { readonly kind: "call" }>;

/** Renders the text of a resource, or the path of its file. Throws the protocol's error if that can't be done. */
export function resourceText(found: FoundContent<Still>, { uri, workspace }: ContentRequest): string {
  const { resource, content, projectDir, params } = found;
  const { order, specDir } = { order: resource.definition.params, specDir: resolve(projectDir, resource.definition.specDir) };
  const built = buildText(content.kind === "text" ? content.text : content.path, { params, order, workspace, specDir });
  if (!built.ok) throw wrongArguments(uri, built);
  return built.text ?? "";
}

/** Returns where the file of a resource is. */
export function servedFile(found: FoundContent<Still & { readonly kind: "file" }>, request: ContentRequest): ServedFile {
  const { resource, content, projectDir } = found;
  const { dir: root } = rootOf(content.root, resource.definition.project, { workspace: request.workspace, projectDir });
  return { root, folder: content.folder, path: resourceText(found, request) };
}

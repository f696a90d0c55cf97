import type { AuthInfo } from "@modelcontextprotocol/server";
import { buildText } from "../../call/build-text.js";
import type { CompiledPrompt } from "../../contract/documents.js";
import { isJsonObject, type JsonObject } from "../../contract/json-value.js";
import type { ScopesByName, ServedToolSource } from "../tool-source.js";
import { matchUri, referencedDocument, resourceUri } from "./match-uri.js";

/** A prompt or a resource that a request is about, in words, with the scopes that it needs. */
export interface ScopedDocument {
  readonly what: string;
  readonly scopes: readonly string[];
}

/** Returns true if a prompt or a resource needs scopes, so that callers have different lists. */
export const hasScopedDocuments = ({ prompts, resources }: ServedToolSource): boolean =>
  [prompts, resources].some((documents) => Object.keys(documents?.scopes() ?? {}).length > 0);

/** Returns the prompt or the resource that a request is about, if it needs scopes. */
export function documentScopes(source: ServedToolSource, method: string, params: unknown): ScopedDocument | undefined {
  const { name, uri, ref, arguments: args } = isJsonObject(params) ? params : {};
  switch (method) {
    case "prompts/get":
      return ofWholePrompt(source, name, args);
    case "resources/read":
    case "resources/subscribe":
      return ofResource(source, uri);
    case "completion/complete":
      return isJsonObject(ref) ? ofReference(source, ref) : undefined;
    default:
      return undefined;
  }
}

const ofPrompt = ({ prompts }: ServedToolSource, name: unknown) =>
  typeof name === "string" ? scopedDocument(`The prompt ${name}`, prompts && scopesOf(prompts.scopes(), name)) : undefined;

/** A prompt needs the scopes of the resources in it, too. */
function ofWholePrompt(source: ServedToolSource, name: unknown, args: unknown): ScopedDocument | undefined {
  const own = ofPrompt(source, name);
  const found = typeof name === "string" ? source.prompts?.find(name) : undefined;
  const uris = found?.ok === true ? resourcesOf(found.prompt, args) : [];
  const needed = uris.flatMap((uri) => ofResource(source, uri)?.scopes ?? []);
  if (needed.length === 0) return own;
  return { what: `The prompt ${name}`, scopes: [...new Set([...(own?.scopes ?? []), ...needed])] };
}

/** The URIs in a prompt for arguments that aren't checked yet. Those for wrong ones lead to nothing, or aren't read. */
function resourcesOf({ messages, definition }: CompiledPrompt, args: unknown): readonly string[] {
  const params = { ...definition.defaults, ...(isJsonObject(args) && args) };
  const scope = { params, order: definition.params, workspace: "", specDir: "" };
  return messages.flatMap((message) => {
    if (!("resource" in message)) return [];
    let isWrong = false;
    const uri = resourceUri(message.resource, (text) => {
      const built = buildText(text, scope);
      isWrong ||= !built.ok;
      return built.ok ? (built.text ?? "") : "";
    });
    return isWrong ? [] : [uri];
  });
}

function ofResource(source: ServedToolSource, uri: unknown): ScopedDocument | undefined {
  const index = source.resources?.index();
  return typeof uri === "string" && index !== undefined ? resourceNamed(source, matchUri(uri, index)?.name) : undefined;
}

function ofReference(source: ServedToolSource, ref: JsonObject): ScopedDocument | undefined {
  const document = referencedDocument(source, ref);
  return document?.kind === "prompt" ? ofPrompt(source, document.name) : resourceNamed(source, document?.name);
}

const resourceNamed = ({ resources }: ServedToolSource, name: string | undefined) =>
  name === undefined ? undefined : scopedDocument(`The resource ${name}`, resources && scopesOf(resources.scopes(), name));

const scopedDocument = (what: string, scopes: readonly string[] | undefined): ScopedDocument | undefined => scopes && { what, scopes };

/** Returns the scopes that a caller lacks. Without authentication there are no tokens, and so no scopes. */
export const missingScopes = (needed: readonly string[] | undefined, authInfo: Pick<AuthInfo, "scopes"> | undefined): readonly string[] =>
  authInfo === undefined ? [] : (needed ?? []).filter((scope) => !authInfo.scopes.includes(scope));

/** Returns the scopes that a tool, prompt or resource needs, by its name; `undefined` if it needs none. */
export const scopesOf = (byName: ScopesByName, name: string): readonly string[] | undefined =>
  Object.hasOwn(byName, name) ? byName[name] : undefined;

/** Returns those of a list that a caller has the scopes for. */
export function listedFor<Item extends { readonly name: string }>(
  items: Item[],
  scopes: () => ScopesByName,
  authInfo: AuthInfo | undefined,
): Item[] {
  if (authInfo === undefined) return items;
  const byName = scopes();
  // A list that has been rendered already is known by its identity.
  if (Object.keys(byName).length === 0) return items;
  return items.filter(({ name }) => missingScopes(scopesOf(byName, name), authInfo).length === 0);
}

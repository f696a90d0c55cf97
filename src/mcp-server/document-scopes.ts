import { isJsonObject } from "../runtime/json/json-value.js";
import { matchUri } from "./match-uri.js";
import type { ServedToolSource } from "./tool-source.js";

/** A prompt or a resource that a request is about, in words, with the scopes that it needs. */
export interface ScopedDocument {
  readonly what: string;
  readonly scopes: readonly string[];
}

/** Returns the prompt or the resource that a request is about, if it needs scopes. */
export function documentScopes(source: ServedToolSource, method: string, params: unknown): ScopedDocument | undefined {
  const { name, uri, ref } = isJsonObject(params) ? params : {};
  switch (method) {
    case "prompts/get":
      return ofPrompt(source, name);
    case "resources/read":
    case "resources/subscribe":
      return ofResource(source, uri);
    case "completion/complete":
      return isJsonObject(ref) ? (ofPrompt(source, ref.name) ?? ofTemplate(source, ref.uri)) : undefined;
    default:
      return undefined;
  }
}

function ofPrompt({ prompts }: ServedToolSource, name: unknown): ScopedDocument | undefined {
  const scopes = prompts?.scopes() ?? {};
  return typeof name === "string" && Object.hasOwn(scopes, name) ? { what: `The prompt ${name}`, scopes: scopes[name] ?? [] } : undefined;
}

function ofResource(source: ServedToolSource, uri: unknown): ScopedDocument | undefined {
  const index = source.resources?.index();
  return typeof uri === "string" && index !== undefined ? resourceNamed(source, matchUri(uri, index)?.name) : undefined;
}

const ofTemplate = (source: ServedToolSource, text: unknown) =>
  resourceNamed(source, source.resources?.index().templates.find((template) => template.text === text)?.name);

function resourceNamed({ resources }: ServedToolSource, name: string | undefined): ScopedDocument | undefined {
  const scopes = resources?.scopes() ?? {};
  return name !== undefined && Object.hasOwn(scopes, name) ? { what: `The resource ${name}`, scopes: scopes[name] ?? [] } : undefined;
}

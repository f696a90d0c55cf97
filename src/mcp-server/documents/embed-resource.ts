import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { ContentBlock } from "../../runtime/contract/call-result.js";
import { principalOf } from "../call/current-exchange.js";
import { missingScopes, scopesOf } from "../lists/missing-scopes.js";
import { matchUri } from "./match-uri.js";
import type { PromptRequest, PromptSurroundings } from "./prompt-request.js";
import { readResource } from "./read-resource.js";

/**
 * Reads a resource for a prompt as its caller could by `resources/read`: with the same scopes, settings and limits.
 * Throws the protocol's error if that isn't possible.
 */
export async function embedResource(
  uri: string,
  { signal, authInfo }: Pick<PromptRequest, "signal" | "authInfo">,
  { resources, options, state }: PromptSurroundings,
): Promise<readonly ContentBlock[]> {
  const named = resources && matchUri(uri, resources.index());
  if (resources === undefined || named === undefined) throw unknown(uri);
  const missing = missingScopes(scopesOf(resources.scopes(), named.name), authInfo);
  if (missing.length > 0) throw invalid(`The resource ${named.name} of this prompt needs the scope ${missing.join(" and ")}.`);
  try {
    const { contents } = await readResource(resources, { uri, signal, principal: principalOf(authInfo) }, { options, state });
    return contents.map(({ mimeType, ...content }) => ({
      type: "resource",
      resource: { uri: content.uri, ...(mimeType !== undefined && { mimeType }), ...bodyOf(content) },
    }));
  } catch (error) {
    throw error instanceof ResourceNotFoundError ? unknown(uri) : error;
  }
}

const bodyOf = (content: { readonly text: string } | { readonly blob: string }) =>
  "text" in content ? { text: content.text } : { blob: content.blob };

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

/** An argument leads to nothing, so it is wrong: the code for missing resources is for requests that name one. */
const unknown = (uri: string) => invalid(`The prompt needs the resource '${uri}', which doesn't exist.`);

import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { repairAndValidate } from "../../runtime/call/prepare-call.js";
import type { CallContext } from "../../runtime/contract/call.js";
import type { CompiledResource } from "../../runtime/contract/resource.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { servedContext } from "../call/served-call.js";
import type { ServerOptions } from "../serve-tools.js";
import type { ServedResources } from "../tool-source.js";
import { matchUri } from "./match-uri.js";
import { wrongArguments } from "./wrong-arguments.js";

/** The resource that a URI names, with the values of its variables, and the call that reading it would be. */
export interface NamedResource {
  readonly resource: CompiledResource;
  readonly projectDir: string;
  readonly params: JsonObject;
  readonly context: CallContext;
}

/** Finds the resource of a URI. Throws the protocol's error for an unknown one and for wrong variables. */
export function findResource(
  resources: ServedResources,
  { uri, principal }: { readonly uri: string; readonly principal: string },
  options: ServerOptions,
): NamedResource {
  const matched = matchUri(uri, resources.index());
  if (matched === undefined) throw new ResourceNotFoundError(uri);
  const found = resources.find(matched.name);
  if (!found.ok) throw new ProtocolError(ProtocolErrorCode.InternalError, found.message);
  const { resource, projectDir } = found;
  const repaired = repairAndValidate(resource, matched.variables, { workspace: options.workspace, projectDir, env: {} });
  if (!repaired.ok) throw wrongArguments(uri, repaired);
  const context = servedContext(options, { definition: resource.definition, projectDir, principal });
  return { resource, projectDir, params: repaired.params, context };
}

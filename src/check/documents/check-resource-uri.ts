import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { TextPiece, TextTemplate } from "../../runtime/contract/text-template.js";
import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";
import type { NodePath } from "../../source/spec-node.js";
import type { ToolContext } from "../context.js";

/** Checks the URI of a resource in a prompt: text and arguments that always have a value. */
export function checkResourceUri(
  prompt: ToolContext,
  schema: JsonObject,
  { text, path }: { readonly text: TextTemplate; readonly path: NodePath },
): readonly Diagnostic[] {
  const problem = text.map((piece) => problemOf(piece, schema)).find((found) => found !== undefined);
  if (problem === undefined) return [];
  return [diagnostic("prompt-resource", prompt.at(path), { uri: prompt.scalar(path)?.text ?? "", problem })];
}

function problemOf(piece: TextPiece, { required, properties }: JsonObject): string | undefined {
  if (typeof piece === "string") return undefined;
  if (piece.kind !== "value" || piece.ref.from !== "param") return "is made of something else than text and arguments";
  const [name = ""] = piece.ref.path;
  const property = isJsonObject(properties) ? properties[name] : undefined;
  const isAlwaysThere = (Array.isArray(required) && required.includes(name)) || (isJsonObject(property) && property.default !== undefined);
  return isAlwaysThere ? undefined : `has the argument '${name}', which a client may leave out`;
}

import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import type { LeftOut } from "../imported-tool.js";
import { visibleText } from "../visible-text.js";

/** A tool as an MCP server lists it. */
export interface McpDeclaration {
  readonly name: string;
  readonly description: string;
  /** For people; empty if there is none. */
  readonly title: string;
  readonly inputSchema: JsonObject;
  /** As the server sends it: it may be anything. */
  readonly outputSchema: JsonValue | undefined;
  readonly annotations: JsonObject;
}

/** Reads a server's list of tools. A tool that no spec can call is left out, with the reason. */
export function readDeclarations(list: readonly unknown[]): {
  readonly declarations: readonly McpDeclaration[];
  readonly leftOut: readonly LeftOut[];
} {
  const declarations: McpDeclaration[] = [];
  const leftOut: LeftOut[] = [];
  const names = new Set<string>();
  for (const item of list) {
    const read = readDeclaration(item as JsonValue);
    if ("reason" in read) leftOut.push(read);
    else if (names.has(read.name)) leftOut.push({ origin: read.name, reason: "the server lists another tool of this name before it" });
    else {
      names.add(read.name);
      declarations.push(read);
    }
  }
  return { declarations, leftOut };
}

/** The longest name that the protocol suggests. */
const mostName = 128;
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

function readDeclaration(item: JsonValue): McpDeclaration | LeftOut {
  if (!isJsonObject(item) || typeof item.name !== "string" || item.name === "") return { origin: "a tool", reason: "it has no name" };
  const { name, description, inputSchema = {}, outputSchema } = item;
  const origin = visibleText(name).replaceAll(control, "").slice(0, mostName);
  const annotations = isJsonObject(item.annotations) ? item.annotations : {};
  if (name !== origin || name.includes("{{"))
    return { origin, reason: "its name is longer than 128 characters, or has hidden ones or '{{'" };
  if (!isJsonObject(inputSchema) || (inputSchema.type ?? "object") !== "object" || !isJsonObject(inputSchema.properties ?? {}))
    return { origin, reason: "its inputSchema is not an object schema" };
  return {
    name,
    description: typeof description === "string" ? description : "",
    title: [item.title, annotations.title].find((title): title is string => typeof title === "string") ?? "",
    inputSchema: { type: "object", ...inputSchema },
    outputSchema,
    annotations,
  };
}

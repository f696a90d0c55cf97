import type { Model, ResourceModel } from "../../model/tool.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import type { OutputFile } from "../output-file.js";
import { printJson, printJsonLines } from "../print/json.js";
import { toolModule } from "../targets/bin.js";
import { printCompletions } from "./print-completions.js";

/**
 * The resources beside an MCP server: lists that are copied into answers, the URIs of all resources, and a module for
 * each, which is loaded when it is read. Nothing if there are no resources.
 */
export function resourceFiles(model: Model): readonly OutputFile[] {
  const { resources } = model;
  if (resources.length === 0) return [];
  const listed = (kind: ResourceModel["uri"]["kind"]) =>
    printJsonLines(
      resources
        .filter(({ uri, tool }) => uri.kind === kind && !tool.risk.isDenied)
        .map((resource) => JSON.stringify(listedResource(resource))),
    );
  const modules = resources.map(({ tool, mimeType, content, choices, completions }) => ({
    path: `mcp/resources/${tool.name}.cjs`,
    text: [
      toolModule(tool, model, "../../bin"),
      `exports.mimeType = ${JSON.stringify(mimeType)};\n`,
      `exports.choices = ${JSON.stringify(choices)};\n`,
      printCompletions(completions),
      `exports.content = ${JSON.stringify(content)};\n`,
    ].join(""),
    executable: false,
  }));
  return [
    { path: "mcp/resources.json", text: listed("fixed"), executable: false, shared: true },
    { path: "mcp/resource-templates.json", text: listed("template"), executable: false, shared: true },
    { path: "mcp/resource-index.json", text: printJson(indexOf(resources)), executable: false, shared: true },
    ...modules,
  ];
}

/** A resource in `resources/list` or `resources/templates/list`. */
function listedResource({ tool, uri, mimeType }: ResourceModel): JsonObject {
  const { name, displayName: title, description } = tool;
  const at = uri.kind === "fixed" ? { uri: uri.uri } : { uriTemplate: uri.text };
  return { ...at, name, title, description, ...(mimeType !== undefined && { mimeType }), ...tool.listing };
}

function indexOf(resources: readonly ResourceModel[]): JsonObject {
  const fixed = resources.flatMap(({ uri, tool }) => (uri.kind === "fixed" ? [[uri.uri, tool.name]] : []));
  const templates = resources.flatMap(({ uri, tool: { name } }) =>
    uri.kind === "template" ? [{ name, text: uri.text, parts: uri.parts.map(toJson), query: uri.query }] : [],
  );
  return { fixed: Object.fromEntries(fixed), templates };
}

const toJson = (part: string | { readonly name: string; readonly reserved: boolean }) => (typeof part === "string" ? part : { ...part });

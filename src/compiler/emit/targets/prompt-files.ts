import type { Completions, PromptMessage } from "../../../contract/documents.js";
import type { JsonObject } from "../../../contract/json-value.js";
import { fileBase } from "../../../contract/names.js";
import type { CompletionModel, Model, PromptMessageModel, PromptModel, ResourceModel } from "../../model.js";
import type { OutputFile } from "../../output-file.js";
import { printJson, printJsonLines } from "../print/literal.js";
import { toolModule } from "./bin.js";

/**
 * The prompts beside an MCP server: `prompts.json` is copied into the answer to `prompts/list`, and a prompt's module
 * is loaded when it is asked for. Nothing if there are no prompts.
 */
export function promptFiles(model: Model): readonly OutputFile[] {
  const { prompts } = model;
  if (prompts.length === 0) return [];
  const listed = printJsonLines(prompts.map((prompt) => JSON.stringify(listedPrompt(prompt))));
  const modules = prompts.map(({ tool, messages, arguments: all, completions }) => ({
    path: `mcp/prompts/${fileBase(tool.name)}.cjs`,
    text: [
      toolModule(tool, model, "../../bin"),
      `exports.description = ${JSON.stringify(tool.description)};\n`,
      `exports.choices = ${JSON.stringify(Object.fromEntries(all.flatMap(({ name, choices }) => (choices ? [[name, choices]] : []))))};\n`,
      printCompletions(completions),
      `exports.messages = ${JSON.stringify(messages.map(withoutPosition))};\n`,
    ].join(""),
    executable: false,
  }));
  return [{ path: "mcp/prompts.json", text: listed, executable: false, shared: true }, ...modules];
}

/** A message as the server needs it: a file's place is the author's. */
function withoutPosition(message: PromptMessageModel): PromptMessage {
  if (!("media" in message)) return message;
  const { type, mimeType, data } = message.media;
  return { role: message.role, media: { type, mimeType, data } };
}

/** The most choices that a description lists. */
const mostChoices = 20;

/** A prompt in `prompts/list`. */
function listedPrompt({ tool, arguments: all }: PromptModel): JsonObject {
  const listed = all.map(({ name, title, description, isRequired, choices = [] }) => {
    const oneOf = choices.length > 0 && choices.length <= mostChoices ? `One of: ${choices.join(", ")}.` : undefined;
    const text = [description?.trim(), oneOf].filter((part) => part !== undefined && part !== "").join(" ");
    return { name, ...(title && { title }), ...(text !== "" && { description: text }), required: isRequired };
  });
  const { name, displayName: title, description } = tool;
  return { name, title, description, ...(listed.length > 0 && { arguments: listed }), ...tool.listing };
}

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
    path: `mcp/resources/${fileBase(tool.name)}.cjs`,
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

/** Returns the line of a document's module about the commands that complete its parameters; none if it has none. */
function printCompletions(completions: readonly CompletionModel[]): string {
  if (completions.length === 0) return "";
  const byParameter: Completions = Object.fromEntries(
    completions.map(({ parameter, usesText, tool: { definition } }) => [parameter, { usesText, definition }]),
  );
  return `exports.completions = ${JSON.stringify(byParameter)};\n`;
}

import type { Model, PromptMessageModel, PromptModel } from "../../model/tool.js";
import type { PromptMessage } from "../../runtime/contract/prompt.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import type { OutputFile } from "../output-file.js";
import { printJsonLines } from "../print/json.js";
import { toolModule } from "../targets/bin.js";
import { printCompletions } from "./print-completions.js";

/**
 * The prompts beside an MCP server: `prompts.json` is copied into the answer to `prompts/list`, and a prompt's module
 * is loaded when it is asked for. Nothing if there are no prompts.
 */
export function promptFiles(model: Model): readonly OutputFile[] {
  const { prompts } = model;
  if (prompts.length === 0) return [];
  const listed = printJsonLines(prompts.map((prompt) => JSON.stringify(listedPrompt(prompt))));
  const modules = prompts.map(({ tool, messages, arguments: all, completions }) => ({
    path: `mcp/prompts/${tool.name}.cjs`,
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

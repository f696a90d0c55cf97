import { slashCommand, slashCommandObstacle } from "../../emit/documents/slash-command.js";
import { bundleNames, type TargetName } from "../../model/target-name.js";
import type { Model, PromptArgument, PromptMessageModel, PromptModel } from "../../model/tool.js";
import type { JsonValue } from "../../runtime/json/json-value.js";
import { completionFacts, completionLine } from "./completion-facts.js";
import { describeText } from "./describe-text.js";
import { promptTargets } from "./document-rows.js";
import { printSections, section } from "./section.js";

/** Returns a compiled prompt as data. */
export function promptFacts(prompt: PromptModel, model: Model) {
  const { tool, messages } = prompt;
  return {
    name: tool.name,
    kind: "prompt",
    displayName: tool.displayName,
    description: tool.description,
    arguments: prompt.arguments.map((argument) => ({ ...argument, default: tool.definition.defaults[argument.name] })),
    completions: completionFacts(prompt.completions),
    messages: messages.map((message) => ({ role: message.role, ...describeContent(message) })),
    targets: promptTargets(model).map((target) => appearance(target, prompt, model)),
    source: tool.source.file.path,
    schema: tool.schema,
  };
}

/** The form of a prompt in a target. */
interface Appearance {
  readonly target: TargetName;
  /** True if it is a file of commands, and false if the MCP server lists it. */
  readonly isFile: boolean;
  /** The commands that people type, with their clients. */
  readonly typed: readonly string[];
  /** The reason for which a bundle has no file of it. */
  readonly because?: string | undefined;
}

function appearance(target: TargetName, prompt: PromptModel, model: Model): Appearance {
  const { name } = prompt.tool;
  const bundle = bundleNames.find((one) => one === target);
  if (bundle === undefined)
    return { target, isFile: false, typed: [`/mcp__${model.project.server}__${name} in Claude Code`, `/${name} in Gemini CLI`] };
  const command = slashCommand(bundle, prompt, model);
  if (command !== undefined) return { target, isFile: true, typed: [command.typed] };
  return { target, isFile: false, typed: [], because: slashCommandObstacle(bundle, prompt, model) };
}

/** Describes a compiled prompt for users. */
export function describePrompt(prompt: PromptModel, model: Model): string {
  const facts = promptFacts(prompt, model);
  return printSections([
    `${facts.name} (prompt), from ${facts.source}`,
    ...section("Description", facts.description.trim().split("\n")),
    ...section("Arguments", facts.arguments.map(argumentLine)),
    ...section("Completion", facts.completions.map(completionLine)),
    ...section(
      "Messages",
      facts.messages.flatMap((message) => [
        `${message.role}:`,
        ...contentLine(message)
          .trimEnd()
          .split("\n")
          .map((line) => `  ${line}`),
      ]),
    ),
    ...section(
      "Where it appears",
      facts.targets.length === 0 ? ["nowhere: no target with an MCP server is built"] : facts.targets.map(appearanceLine),
    ),
    ...section("What checks the arguments", facts.arguments.length === 0 ? [] : JSON.stringify(facts.schema, null, 2).split("\n")),
  ]);
}

/** The content of a message, under the key that says so in the spec. */
type Content =
  | { readonly text: string }
  | { readonly image: string; readonly mimeType: string }
  | { readonly audio: string; readonly mimeType: string }
  | { readonly resource: string };

function describeContent(message: PromptMessageModel): Content {
  if ("text" in message) return { text: describeText(message.text) };
  if ("resource" in message) return { resource: describeText(message.resource) };
  const { type, file, mimeType } = message.media;
  return type === "image" ? { image: file, mimeType } : { audio: file, mimeType };
}

function contentLine(content: Content): string {
  if ("text" in content) return content.text;
  if ("resource" in content) return `the resource ${content.resource}`;
  return "image" in content ? `the image ${content.image} (${content.mimeType})` : `the sound ${content.audio} (${content.mimeType})`;
}

function argumentLine(argument: PromptArgument & { readonly default: JsonValue | undefined }): string {
  const { name, description, isRequired, choices = [] } = argument;
  const parts = [
    isRequired ? "required" : "optional",
    ...(choices.length === 0 ? [] : [`one of ${choices.join(", ")}`]),
    ...(argument.default === undefined ? [] : [`by default ${JSON.stringify(argument.default)}`]),
  ];
  return `${name}: ${parts.join("; ")}${description === undefined ? "" : `. ${description.trim()}`}`;
}

function appearanceLine({ target, isFile, typed, because }: Appearance): string {
  if (isFile) return `${target}: ${typed.join(", ")}, from a file of commands`;
  if (because === undefined) return `${target}: prompts/list of the MCP server, as ${typed.join(" and ")}`;
  return `${target}: prompts/list of the bundle's server, and not a file of commands: ${because}`;
}

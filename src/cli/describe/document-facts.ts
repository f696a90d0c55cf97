import {
  bundleNames,
  type CompletionModel,
  type Model,
  type PromptArgument,
  type PromptMessageModel,
  type PromptModel,
  type ResourceModel,
  type TargetName,
} from "../../compiler/model.js";
import { slashCommand, slashCommandObstacle } from "../../compiler/slash-command.js";
import type { JsonValue } from "../../contract/json-value.js";
import { maxFileBytes } from "../../server/read-resource-file.js";
import { platformLines, requirementLines } from "./command-lines.js";
import { describeText, printSections, section } from "./describe-text.js";
import { promptTargets, resourceTargets, uriOf } from "./document-rows.js";
import { environmentLines, exitCodeLines, pathRuleLines, timeAndOutputLines, toolFacts } from "./tool-facts.js";

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

/** Returns a compiled resource as data. `runs` is what a tool with the same keys would run. */
export function resourceFacts(resource: ResourceModel, model: Model) {
  const { tool, content, mimeType, uri } = resource;
  const { secrets = {}, optionalSecrets = [] } = tool.definition;
  const { handler, command, request, cwd, stdin, env, platforms, requires, paths, sandbox, timeoutMs, output, exitCodes } = toolFacts(
    tool,
    [],
  );
  const runs = { handler, command, request, cwd, stdin, env, platforms, requires, paths, sandbox, timeoutMs, output, exitCodes };
  return {
    name: tool.name,
    kind: "resource",
    displayName: tool.displayName,
    description: tool.description,
    ...uriOf(resource),
    variables: variableNames(uri),
    completions: completionFacts(resource.completions),
    mimeType,
    ...(content.kind === "text" && { text: describeText(content.text) }),
    ...(content.kind === "file" && {
      file: { path: describeText(content.path), root: content.root, below: content.folder, maxBytes: maxFileBytes },
    }),
    ...(content.kind === "call" && { runs }),
    secrets: Object.entries(secrets).map(([name, description]) => ({ name, description, isRequired: !optionalSecrets.includes(name) })),
    /** True if the project's settings deny safe calls, or want them confirmed: reading a resource asks no one. */
    isRefused: content.kind === "call" && (tool.risk.isDenied || tool.risk.requiresConfirmation),
    targets: resourceTargets(model, resource),
    source: tool.source.file.path,
    schema: tool.schema,
  };
}

function variableNames(uri: ResourceModel["uri"]): readonly string[] {
  if (uri.kind === "fixed") return [];
  return [...uri.parts.flatMap((part) => (typeof part === "string" ? [] : [part.name])), ...uri.query];
}

/** Describes a compiled resource for users. */
export function describeResource(resource: ResourceModel, model: Model): string {
  const facts = resourceFacts(resource, model);
  const { runs } = facts;
  return printSections([
    `${facts.name} (resource), from ${facts.source}`,
    ...section("Description", facts.description.trim().split("\n")),
    ...section("URI", ["uri" in facts ? facts.uri : facts.uriTemplate]),
    ...section("Completion", facts.completions.map(completionLine)),
    ...section("Media type", [facts.mimeType ?? "by the file's name"]),
    ...section("Text", facts.text?.trimEnd().split("\n") ?? []),
    ...section("File", facts.file === undefined ? [] : [fileLine(facts.file)]),
    ...section("Handler", runs?.handler === undefined ? [] : [runs.handler]),
    ...section("Command", runs?.command ?? []),
    ...section("Request", runs?.request ?? []),
    ...(runs === undefined
      ? []
      : [
          ...section("Platforms", platformLines(runs.platforms)),
          ...section("Needs", requirementLines(runs.requires)),
          ...section("Paths", pathRuleLines(resource.tool)),
          ...section("Surroundings", environmentLines(runs)),
        ]),
    ...section("Secrets", facts.secrets.map(secretLine)),
    ...section("Limits", limitLines(facts)),
    ...(runs === undefined ? [] : section(runs.request === undefined ? "Exit codes" : "Status codes", exitCodeLines(runs.exitCodes))),
    ...section(
      "Refused",
      facts.isRefused ? ["reading it asks no one, and the project's settings deny safe calls or want them confirmed"] : [],
    ),
    ...section("Where it appears", whereLines(resource, facts.targets)),
    ...section("What checks the variables", facts.variables.length === 0 ? [] : JSON.stringify(facts.schema, null, 2).split("\n")),
  ]);
}

type Facts = ReturnType<typeof resourceFacts>;

const fileLine = ({ path, root, below }: NonNullable<Exclude<Facts["file"], undefined>>) =>
  `${path}, never outside ${below === "" ? "" : `${below} in `}${root === "workspace" ? "the workspace" : `the root ${root}`}`;

const secretLine = ({ name, description, isRequired }: Facts["secrets"][number]) =>
  `${name}${isRequired ? "" : " (optional)"}${description === "" ? "" : `: ${description}`}`;

function limitLines({ file, runs }: Facts): readonly string[] {
  if (file !== undefined) return [`a file of at most ${file.maxBytes} bytes`];
  return runs === undefined ? [] : timeAndOutputLines({ ...runs, background: undefined });
}

function whereLines({ uri }: ResourceModel, targets: Facts["targets"]): readonly string[] {
  const list = uri.kind === "fixed" ? "resources/list" : "resources/templates/list";
  if (targets.length === 0) return ["nowhere: no target with an MCP server has it"];
  return targets.map((target) => `${target}: ${list} of the ${target === "mcp" ? "" : "bundle's "}MCP server`);
}

/** Returns the commands that complete parameters, as data. */
const completionFacts = (completions: readonly CompletionModel[]) =>
  completions.map(({ parameter, usesText, tool }) => {
    const { command = [], timeoutMs } = toolFacts(tool, []);
    return { parameter, command, timeoutMs, usesText };
  });

const completionLine = ({ parameter, command, usesText }: ReturnType<typeof completionFacts>[number]): string =>
  `${parameter}: ${usesText ? "the values" : "of the values, those that begin with what was typed,"} that this prints: ${command.join(" ")}`;

import { maxFileBytes } from "../../mcp-server/documents/read-resource-file.js";
import type { Model, ResourceModel } from "../../model/tool.js";
import { completionFacts, completionLine } from "./completion-facts.js";
import { platformLines, requirementLines } from "./describe-platforms.js";
import { describeText } from "./describe-text.js";
import { resourceTargets, uriOf } from "./document-rows.js";
import { printSections, section } from "./section.js";
import { environmentLines, exitCodeLines, pathRuleLines, timeAndOutputLines, toolFacts } from "./tool-facts.js";

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

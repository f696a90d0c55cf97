import { toolDescription } from "../emit/declaration/tool-description.js";
import { targetsOf } from "../model/built-targets.js";
import type { CompletionModel, Model, PromptModel, ResourceModel, ToolModel } from "../model/tool.js";
import type { Command, ToolDefinition } from "../runtime/contract/definition.js";
import type { McpCall } from "../runtime/contract/mcp-call.js";
import { selectorText } from "../runtime/json/selector.js";
import { promptContent, resourceContent } from "./details/content.js";
import { elicitDetails } from "./details/elicit-details.js";
import { listingDetails } from "./details/listing-details.js";
import { projectDetails } from "./details/project-details.js";
import { toolDetails } from "./details/tool-details.js";
import { hashOf } from "./hash-of.js";
import { repairSurface } from "./repair-surface.js";
import type { AccessSurface, PromptSurface, ResourceSurface, RiskSurface, Surface, ToolSurface } from "./surface.js";

/** Returns the surface of a checked project. Names and members are in a fixed order, so equal surfaces print alike. */
export function surfaceOfModel(model: Model): Surface {
  return {
    tools: Object.fromEntries(
      [...model.tools, ...model.hosted].map((tool) => [surfaceName(tool), toolSurface(tool.asDeclared ?? tool, model)]),
    ),
    prompts: Object.fromEntries(model.prompts.map((prompt) => [prompt.tool.name, promptSurface(prompt)])),
    resources: Object.fromEntries(model.resources.map((resource) => [resource.tool.name, resourceSurface(resource)])),
    project: projectDetails(model.project),
  };
}

/** The name of a document in a surface. A client's own tool may have the name of a project's tool: `pi:bash`. */
export const surfaceName = ({ name, host }: ToolModel): string => (host === undefined ? name : `${host}:${name}`);

/** The surface of one tool, with the claims of its spec. */
export function toolSurface(tool: ToolModel, model: Model): ToolSurface {
  const { definition } = tool;
  return {
    title: tool.displayName,
    description: toolDescription(tool),
    kind: tool.kind,
    nameAliases: sorted(tool.nameAliases),
    // The catalogue is for people: no model sees it.
    targets: targetsOf(model, tool).filter((target) => target !== "docs"),
    toolsets: sorted(tool.toolsets),
    scopes: sorted(definition.scopes ?? []),
    risk: riskSurface(tool),
    parameters: tool.schema,
    aliases: aliasSurface(definition),
    mutuallyExclusive: definition.mutuallyExclusive,
    repairs: repairSurface(definition),
    hints: tool.annotations,
    result: definition.output.schema ?? null,
    access: accessSurface(tool),
    details: toolDetails(tool),
  };
}

function riskSurface({ risk, definition }: ToolModel): RiskSurface {
  const rules = (definition.risk.rules ?? []).map(({ when, level, requiresConfirmation }) => ({ when, level, requiresConfirmation }));
  return { level: risk.level, requiresConfirmation: risk.requiresConfirmation, rules };
}

function aliasSurface({ aliases }: ToolDefinition): ToolSurface["aliases"] {
  const entries = aliases.map(({ target, names, nested = [] }) => [selectorText(target), [...names, ...nested.map(selectorText)]] as const);
  return Object.fromEntries(entries.filter(([, names]) => names.length > 0).map(([target, names]) => [target, sorted(names)]));
}

function accessSurface({ definition, handler }: ToolModel): AccessSurface {
  const { command, http, mcp, paths, env, secrets = {}, sandbox, platforms = {} } = definition;
  const others = Object.values(platforms).flatMap((platform) => (platform ? [platform] : []));
  const commands = [command, ...others.map((platform) => platform.command)];
  const passed = [env, ...others.map((platform) => platform.env)].flatMap((one) => one?.pass ?? []);
  return {
    programs: sorted(mcp === undefined ? commands.flatMap((one) => (one === undefined ? [] : [programOf(one)])) : serverProgram(mcp)),
    requests: [...(http === undefined ? [] : [`${http.method} ${originOf(http.url)}`]), ...serverRequests(mcp)],
    privateHosts: sorted(http?.allowPrivate ?? []),
    paths: Object.fromEntries(paths.map(({ target, access, root }) => [selectorText(target), { access, root }])),
    variables: sorted([...passed, ...Object.keys(secrets)]),
    execution: hashOf([
      command,
      http,
      definition.cwd,
      definition.stdin,
      env.set,
      definition.tempFiles,
      platforms,
      handler?.file,
      handler?.exportName,
      ...(mcp === undefined ? [] : [mcp]),
    ]),
    sandbox: sandbox === undefined ? null : { write: sandbox.write, read: sandbox.read, network: sandbox.network },
  };
}

const programOf = ({ program, handler }: Command) => (handler === undefined ? program : "handler");

const serverProgram = ({ server: { name, command } }: McpCall) => (command === undefined ? [] : [`${command} (MCP server ${name})`]);

const serverRequests = (mcp: McpCall | undefined) =>
  mcp?.server.url === undefined ? [] : [`POST ${new URL(mcp.server.url).origin} (MCP server ${mcp.server.name})`];

/** The fixed part of a URL before its path. A host that a value decides is `…`. */
function originOf([first]: NonNullable<ToolDefinition["http"]>["url"]): string {
  const text = typeof first === "string" ? first : "";
  return /^https?:\/\/[^/?#]+(?=[/?#])/.exec(text)?.[0] ?? `${text.split(/[?#]/)[0]}…`;
}

function promptSurface({ tool, completions, messages }: PromptModel): PromptSurface {
  const scopes = sorted(tool.definition.scopes ?? []);
  return {
    title: tool.displayName,
    description: tool.description,
    scopes,
    parameters: tool.schema,
    ...completionsSurface(completions),
    details: { ...listingDetails(tool), ...elicitDetails(tool.definition), content: promptContent(messages) },
  };
}

/** The settings that a command which completes has besides its access. */
const ofCompletions = /^(?:timeout|requires|data\..*|paths\..*|secrets\..*)$/;

function completionsSurface(completions: readonly CompletionModel[]): Pick<PromptSurface, "completions"> {
  if (completions.length === 0) return {};
  return {
    completions: Object.fromEntries(
      completions.map(({ parameter, tool }) => {
        const details = Object.entries(toolDetails(tool)).filter(([key]) => ofCompletions.test(key));
        return [parameter, { ...accessSurface(tool), details: Object.fromEntries(details) }];
      }),
    ),
  };
}

function resourceSurface(resource: ResourceModel): ResourceSurface {
  const { tool, uri, mimeType, content, completions } = resource;
  const access = accessSurface(tool);
  const file = content.kind === "file" ? { file: { access: "read", root: `${content.root}/${content.folder}` } as const } : {};
  return {
    title: tool.displayName,
    description: tool.description,
    uri: uri.kind === "fixed" ? uri.uri : uri.text,
    mimeType: mimeType ?? null,
    scopes: sorted(tool.definition.scopes ?? []),
    parameters: tool.schema,
    risk: riskSurface(tool),
    access: { ...access, paths: { ...access.paths, ...file } },
    ...completionsSurface(completions),
    details: { ...toolDetails(tool), ...resourceContent(resource) },
  };
}

const sorted = (names: readonly string[]) => [...new Set(names)].sort();

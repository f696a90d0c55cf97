import { toolDescription } from "../emit/declaration/tool-description.js";
import { targetsOf } from "../model/targets.js";
import type { Model, PromptModel, ResourceModel, ToolModel } from "../model/tool.js";
import type { Command, ToolDefinition } from "../runtime/contract/definition.js";
import { selectorText } from "../runtime/json/selector.js";
import type { AccessSurface, PromptSurface, ResourceSurface, RiskSurface, Surface, ToolSurface } from "./surface.js";

/** Returns the surface of a checked project. Names and members are in a fixed order, so equal surfaces print alike. */
export function surfaceOfModel(model: Model): Surface {
  return {
    tools: Object.fromEntries(model.tools.map((tool) => [tool.name, toolSurface(tool, model)])),
    prompts: Object.fromEntries(model.prompts.map((prompt) => [prompt.tool.name, promptSurface(prompt)])),
    resources: Object.fromEntries(model.resources.map((resource) => [resource.tool.name, resourceSurface(resource)])),
  };
}

function toolSurface(tool: ToolModel, model: Model): ToolSurface {
  const { definition } = tool;
  return {
    title: tool.displayName,
    description: toolDescription(tool),
    kind: tool.kind,
    nameAliases: sorted(tool.nameAliases),
    targets: targetsOf(model, tool),
    toolsets: sorted(tool.toolsets),
    scopes: sorted(definition.scopes ?? []),
    risk: riskSurface(tool),
    parameters: tool.schema,
    aliases: aliasSurface(definition),
    mutuallyExclusive: definition.mutuallyExclusive,
    result: definition.output.schema ?? null,
    access: accessSurface(definition),
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

function accessSurface({ command, http, paths, env, secrets = {}, sandbox, platforms = {} }: ToolDefinition): AccessSurface {
  const others = Object.values(platforms).flatMap((platform) => (platform ? [platform] : []));
  const commands = [command, ...others.map((platform) => platform.command)];
  const passed = [env, ...others.map((platform) => platform.env)].flatMap((one) => one?.pass ?? []);
  return {
    programs: sorted(commands.flatMap((one) => (one === undefined ? [] : [programOf(one)]))),
    requests: http === undefined ? [] : [`${http.method} ${originOf(http.url)}`],
    privateHosts: sorted(http?.allowPrivate ?? []),
    paths: Object.fromEntries(paths.map(({ target, access, root }) => [selectorText(target), { access, root }])),
    variables: sorted([...passed, ...Object.keys(secrets)]),
    sandbox: sandbox === undefined ? null : { write: sandbox.write, read: sandbox.read, network: sandbox.network },
  };
}

const programOf = ({ program, handler }: Command) => (handler === undefined ? program : "handler");

/** The fixed part of a URL before its path. A host that a value decides is `…`. */
function originOf([first]: NonNullable<ToolDefinition["http"]>["url"]): string {
  const text = typeof first === "string" ? first : "";
  return /^https?:\/\/[^/?#]+(?=[/?#])/.exec(text)?.[0] ?? `${text.split(/[?#]/)[0]}…`;
}

function promptSurface({ tool }: PromptModel): PromptSurface {
  return { title: tool.displayName, description: tool.description, parameters: tool.schema };
}

function resourceSurface({ tool, uri, mimeType }: ResourceModel): ResourceSurface {
  return {
    title: tool.displayName,
    description: tool.description,
    uri: uri.kind === "fixed" ? uri.uri : uri.text,
    mimeType: mimeType ?? null,
  };
}

const sorted = (names: readonly string[]) => [...new Set(names)].sort();

import type { Command, ToolDefinition } from "../contract/definition.js";
import { selectorText } from "../contract/json-value.js";
import type { McpCall } from "../contract/request.js";
import type { ChangeCode, NamelessChange, SurfaceChange, SurfaceDocument } from "../contract/surface-change.js";
import { compareDeclarations, type DeclaredTools, hashOf } from "../contract/surface-change.js";
import { type CompletionModel, type Model, type PromptModel, type ResourceModel, targetsOf } from "./model.js";
import { compareAccess } from "./surface/compare-access.js";
import { compareParameters } from "./surface/compare-parameters.js";
import { compareCompletions, compareLevels, compareScopes, compareTexts, compareTools } from "./surface/compare-tools.js";
import { compareDetails } from "./surface/detail-rules.js";
import {
  type AccessSurface,
  ownMember,
  type PromptSurface,
  type ResourceSurface,
  type RiskSurface,
  type Surface,
  type ToolSurface,
} from "./surface/surface.js";
import {
  elicitDetails,
  listingDetails,
  projectDetails,
  promptContent,
  repairSurface,
  resourceContent,
  toolDetails,
} from "./surface/tool-details.js";
import { type ToolModel, toolDescription } from "./tool-model.js";

/** Returns every change between two surfaces: tools, prompts and resources, each by name. */
export function compareSurfaces(before: Surface, after: Surface): readonly SurfaceChange[] {
  const former = withNewNames(before.tools, after.tools);
  return [
    ...former.renamed.map(({ from, to }): SurfaceChange => ({ document: "tool", name: from, code: "tool-renamed", after: to })),
    ...compareDocuments(
      { document: "tool", before: former.tools, after: after.tools, removed: "tool-removed", added: "tool-added" },
      compareTools,
    ),
    ...compareDocuments(
      { document: "prompt", before: before.prompts, after: after.prompts, removed: "prompt-removed", added: "prompt-added" },
      comparePrompts,
    ),
    ...compareDocuments(
      { document: "resource", before: before.resources, after: after.resources, removed: "resource-removed", added: "resource-added" },
      compareResources,
    ),
    ...compareDocuments(
      {
        document: "server tool",
        before: calledOf(before.upstreams, after.serverTools),
        after: after.upstreams ?? {},
        removed: "server-declaration-lost",
        added: "server-tool-added",
      },
      compareDeclarations,
    ),
    ...compareDetails(before.project, after.project).map(
      (change): SurfaceChange => ({ document: "project", name: projectName, ...change }),
    ),
  ];
}

/** A declaration whose tool no spec calls any more says nothing: its tool is reported. */
const calledOf = (before: DeclaredTools = {}, called: readonly string[] = []): DeclaredTools =>
  Object.fromEntries(Object.entries(before).filter(([name]) => called.includes(name)));

/** The name of the project in reports: the file that has its settings. */
export const projectName = "toolgen.yaml";

interface Documents<T> {
  readonly document: SurfaceDocument;
  readonly before: Readonly<Record<string, T>>;
  readonly after: Readonly<Record<string, T>>;
  readonly removed: ChangeCode;
  readonly added: ChangeCode;
}

function compareDocuments<T>(
  { document, before, after, removed, added }: Documents<T>,
  compare: (before: T, after: T) => readonly NamelessChange[],
): readonly SurfaceChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name): readonly SurfaceChange[] => {
    const [old, now] = [ownMember(before, name), ownMember(after, name)];
    if (old === undefined) return [{ document, name, code: added }];
    if (now === undefined) return [{ document, name, code: removed }];
    return compare(old, now).map((change) => ({ document, name, ...change }));
  });
}

/** A tool whose name became an alias of a new one was renamed. Of several such tools, all but the first are gone. */
function withNewNames(before: Surface["tools"], after: Surface["tools"]) {
  const newNames = new Map<string, string>();
  for (const from of Object.keys(before).filter((name) => ownMember(after, name) === undefined)) {
    const taken = new Set(newNames.values());
    const found = Object.entries(after).find(
      ([to, tool]) => ownMember(before, to) === undefined && tool.nameAliases.includes(from) && !taken.has(to),
    );
    if (found !== undefined) newNames.set(from, found[0]);
  }
  const tools = Object.entries(before).map(([name, tool]): [string, ToolSurface] => {
    const to = newNames.get(name);
    return to === undefined ? [name, tool] : [to, { ...tool, nameAliases: [...tool.nameAliases, name] }];
  });
  return { renamed: [...newNames].map(([from, to]) => ({ from, to })), tools: Object.fromEntries(tools) };
}

const comparePrompts = (before: PromptSurface, after: PromptSurface): readonly NamelessChange[] => [
  ...compareScopes(before.scopes, after.scopes),
  ...compareParameters({ parameters: before.parameters, aliases: {} }, { parameters: after.parameters, aliases: {} }),
  ...compareCompletions(before.completions, after.completions),
  ...compareTexts(before, after),
  ...compareDetails(before.details, after.details),
];

function compareResources(before: ResourceSurface, after: ResourceSurface): readonly NamelessChange[] {
  return [
    ...(before.uri === after.uri ? [] : [{ code: "uri-changed", before: before.uri, after: after.uri } as const]),
    ...(before.mimeType === after.mimeType ? [] : [{ code: "type-changed", before: before.mimeType, after: after.mimeType } as const]),
    ...compareScopes(before.scopes, after.scopes),
    ...compareParameters({ parameters: before.parameters, aliases: {} }, { parameters: after.parameters, aliases: {} }),
    ...compareLevels(before, after),
    ...compareAccess(before.access, after.access),
    ...compareCompletions(before.completions, after.completions),
    ...compareTexts(before, after),
    ...compareResourceDetails(before, after),
  ];
}

/** The settings of a command say nothing about a text or a file, which the resource is instead. */
function compareResourceDetails({ details: before }: ResourceSurface, { details: after }: ResourceSurface): readonly NamelessChange[] {
  const changes = compareDetails(before, after);
  const isOfSameKind = (before?.content === undefined) === (after?.content === undefined);
  return isOfSameKind ? changes : changes.filter(({ keyword = "" }) => !/^(?:output\.|timeout$)/.test(keyword));
}

/** Returns the surface of a checked project. Names and members are in a fixed order, so equal surfaces print alike. */
export function surfaceOfModel(model: Model): Surface {
  const calling = model.tools.flatMap(({ serverTool, upstream }) => (serverTool === undefined ? [] : [{ serverTool, upstream }]));
  const upstreams = calling.flatMap(({ serverTool, upstream }) => (upstream === undefined ? [] : [[serverTool, upstream] as const]));
  return {
    tools: Object.fromEntries(
      [...model.tools, ...model.hosted].map((tool) => [surfaceName(tool), toolSurface(tool.asDeclared ?? tool, model)]),
    ),
    prompts: Object.fromEntries(model.prompts.map((prompt) => [prompt.tool.name, promptSurface(prompt)])),
    resources: Object.fromEntries(model.resources.map((resource) => [resource.tool.name, resourceSurface(resource)])),
    ...(upstreams.length > 0 && { upstreams: Object.fromEntries(upstreams.sort(([one], [other]) => (one < other ? -1 : 1))) }),
    ...(calling.length > 0 && { serverTools: sorted(calling.map(({ serverTool }) => serverTool)) }),
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
      ...(mcp === undefined ? [] : [{ ...mcp, declared: undefined }]),
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

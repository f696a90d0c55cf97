import type { CoerceRule, OutputRules, Platform, ToolDefinition } from "../../contract/definition.js";
import { unreachable } from "../../contract/diagnostic.js";
import { deepEqual, type JsonValue, selectorText, sortedJson } from "../../contract/json-value.js";
import { hashOf } from "../../contract/surface-change.js";
import { type BundleModel, bundleNames, type ProjectModel, type PromptModel, type ResourceModel, type TargetsModel } from "../model.js";
import type { PlatformName, ToolModel } from "../tool-model.js";
import type { Details, RepairSurface } from "./surface.js";

/**
 * Members of a definition that a surface shows elsewhere, that have a key of their own below, or that follow from
 * others. Any other member, also one that is added to the language later, is a detail under its own name.
 */
const elsewhere: ReadonlySet<string> = new Set<keyof ToolDefinition>([
  ...(["name", "otherNames", "kind", "risk", "riskSettings", "annotations", "toolsets", "scopes", "audit", "hidden"] as const),
  ...(["params", "aliases", "wrap", "coerce", "ignore", "ignoreIf", "mutuallyExclusive", "elicit", "defaults", "paths"] as const),
  ...(["command", "http", "mcp", "code", "cwd", "stdin", "env", "secrets", "optionalSecrets", "tempFiles", "tempDir"] as const),
  ...(["sandbox", "background", "guard", "timeoutMs", "exitCodes", "output", "summary", "install", "platforms"] as const),
  ...(["specDir", "spec", "project"] as const),
]);

/** Returns the settings of a tool that no other member of its surface shows. */
export function toolDetails(tool: ToolModel): Details {
  const { definition } = tool;
  const others = Object.entries(definition).filter(([key, value]) => !elsewhere.has(key) && value !== undefined);
  const all: Details = {
    ...listingDetails(tool),
    ...riskDetails(tool),
    ...parameterDetails(tool),
    ...callDetails(definition),
    ...outputDetails(definition),
    ...presentMembers("", { host: tool.host, requires: requirements(tool), locations: locations(tool) }),
    ...Object.fromEntries(others.map(([key, value]) => [key, scalarOrHash(value)])),
  };
  return Object.fromEntries(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const scalarOrHash = (value: unknown): JsonValue =>
  typeof value === "boolean" || typeof value === "number" || typeof value === "string" ? value : hashOf(value);

function parameterDetails(tool: ToolModel): Details {
  const { definition, dashes } = tool;
  const { paths, aliases, code } = definition;
  const dashed = dashes.filter(({ because }) => because === "allowLeadingDash");
  return {
    ...presentMembers("data.", claimDetails(tool)),
    ...presentMembers("allowLeadingDash.", Object.fromEntries(dashed.map(({ param }) => [param, true]))),
    ...presentMembers(
      "paths.",
      Object.fromEntries(paths.map(({ target, type, mustExist }) => [selectorText(target), { type, mustExist }])),
    ),
    ...presentMembers(
      "weakAliases.",
      Object.fromEntries(aliases.map(({ target, weak }) => [selectorText(target), weak === undefined ? undefined : [...weak]])),
    ),
    ...elicitDetails(definition),
    ...(code !== undefined && { [`code.${selectorText(code.param)}`]: code.program }),
  };
}

/** The commands in which the author calls a parameter data, with those parameters that are in none of them. */
function claimDetails({ data, values }: ToolModel): Readonly<Record<string, JsonValue>> {
  const claims = values.flatMap(({ param, claimedIn }) => (param === undefined || claimedIn === undefined ? [] : [{ param, claimedIn }]));
  const names = new Set([
    ...data.filter((name) => !claims.some(({ param }) => param === `${name}[]`)),
    ...claims.map(({ param }) => param),
  ]);
  return Object.fromEntries(
    [...names].sort().map((name) => {
      const commands = claims.flatMap(({ param, claimedIn }) => (param === name ? [claimedIn] : []));
      return [name, [...new Set(commands)].sort()];
    }),
  );
}

const platformKeys: Readonly<Record<Platform, PlatformName>> = { linux: "linux", darwin: "macos", win32: "windows" };

function callDetails({
  timeoutMs,
  summary,
  secrets = {},
  optionalSecrets = [],
  background,
  guard,
  platforms = {},
}: ToolDefinition): Details {
  const isOptional = (name: string) => optionalSecrets.includes(name);
  const unsupported = Object.entries(platforms).filter(([, platform]) => platform === false);
  return {
    timeout: timeoutMs,
    ...presentMembers("", { summary: summary === undefined ? undefined : hashOf(summary) }),
    ...presentMembers(
      "secrets.",
      Object.fromEntries(Object.entries(secrets).map(([name, description]) => [name, { description, optional: isOptional(name) }])),
    ),
    ...presentMembers("platforms.", Object.fromEntries(unsupported.map(([name]) => [platformKeys[name as Platform], false]))),
    ...(background !== undefined && {
      background: background.does,
      ...presentMembers("background.", {
        readyWhen: background.readyWhen,
        maxAge: background.maxAgeMs,
        stopSignal: background.stopSignal,
      }),
    }),
    ...(guard !== undefined &&
      presentMembers("guard.", { param: guard.param, slow: guard.slowMs, extractors: [...guard.extractors].sort() })),
  };
}

function outputDetails({ output, exitCodes, http }: ToolDefinition): Details {
  const { format, mimeType, select, headers, stderr, maxLines, maxBytes, keep, file, display, preview, verbatim }: OutputRules = output;
  return {
    ...presentMembers("output.", {
      ...{ format, mimeType, stderr, maxLines, maxBytes, keep, preview, verbatim },
      select: select === undefined ? undefined : select.map((step) => `/${step}`).join(""),
      headers: headers?.join(", "),
      file: file === undefined ? undefined : hashOf(file),
      display: display === undefined ? undefined : scalarOrHash(display),
    }),
    ...presentMembers(
      http === undefined ? "exitCodes." : "statusCodes.",
      Object.fromEntries(Object.entries(exitCodes).map(([code, { text, failure }]) => [code, { text, failure }])),
    ),
  };
}

function requirements({ requires }: ToolModel): JsonValue | undefined {
  return Object.values(requires).every((one) => one.length === 0) ? undefined : hashOf(requires);
}

/** Without the key, every path is one, and paths are compared with their access. */
function locations(tool: ToolModel): JsonValue | undefined {
  const texts = tool.locations.map(({ path, line }) => [path, ...(line === undefined ? [] : [line])].map(selectorText));
  const byDefault = tool.definition.paths.map(({ target }) => [selectorText(target)]);
  return deepEqual(texts, byDefault) ? undefined : texts;
}

/** Returns what the spec and the project's settings say of the risk of calls, besides levels and rules. */
function riskDetails({ risk: { category, isDenied }, definition: { risk, riskSettings = {} } }: ToolModel): Details {
  const { rules = [], impact } = risk;
  // The last rule, which always applies, says the same as the risk itself.
  const impacts = [impact, ...rules.filter(({ when }) => when.length > 0).map((rule) => rule.impact)];
  const explicit = (rules.length > 0 ? rules : [risk]).map(({ explicitConfirmation = false }) => explicitConfirmation);
  // The name of the file in explanations isn't a setting.
  const overrides = (riskSettings.overrides ?? []).map(({ from: _, ...override }) => override);
  return presentMembers("risk.", {
    category,
    denied: isDenied ? true : undefined,
    explicitConfirmation: explicit.includes(true) ? explicit : undefined,
    impact: impacts.every((one) => one === undefined) ? undefined : hashOf(impacts),
    settings: overrides.length === 0 ? undefined : hashOf(overrides),
  });
}

/**
 * The parameters that users are asked for, with what the form suggests. The rest of a field follows from the schema.
 */
export const elicitDetails = ({ elicit = {} }: Pick<ToolDefinition, "elicit">): Details =>
  presentMembers("elicit.", Object.fromEntries(Object.entries(elicit).map(([name, field]) => [name, field.default ?? null])));

/** The members of a document that MCP clients are shown as they are. */
export const listingDetails = ({ listing, dialect }: ToolModel): Details =>
  presentMembers("", {
    icons: listing.icons === undefined ? undefined : hashOf(listing.icons),
    meta: listing._meta === undefined ? undefined : hashOf(listing._meta),
    "schema.$schema": dialect,
  });

/** The members that have a value, under keys that begin with a prefix: `output.` and `format`. */
function presentMembers(prefix: string, members: Readonly<Record<string, JsonValue | undefined>>): Details {
  const present = Object.entries(members).flatMap(([key, value]) => (value === undefined ? [] : [[`${prefix}${key}`, value] as const]));
  return Object.fromEntries(present);
}

/** Returns the settings of `toolgen.yaml` that clients see, or that decide about the calls of several tools. */
export function projectDetails({
  server,
  output,
  instructions,
  roots,
  limits,
  riskSettings,
  audit,
  targets,
  programs,
}: ProjectModel): Details {
  return {
    server,
    output,
    audit,
    ...presentMembers("", { instructions: instructions === undefined ? undefined : hashOf(instructions) }),
    ...presentMembers("roots.", roots),
    ...presentMembers("programs.", Object.fromEntries(Object.entries(programs).map(([name, row]) => [name, { ...row }]))),
    ...presentMembers("limits.", { request: limits.requestBytes }),
    ...presentMembers("confirm.", { ...riskSettings.confirm, unattended: riskSettings.unattended }),
    ...targetDetails(targets),
  };
}

/** The options of targets that are built. Which tools a target has is compared tool by tool. */
function targetDetails({ gemini, mcp, pi, providers, ...others }: TargetsModel): Details {
  return {
    ...presentMembers("targets.gemini.", { classes: gemini.isBuilt && gemini.classes ? true : undefined }),
    ...presentMembers("targets.mcp.", { pageSize: mcp.pageSize }),
    ...present("targets.pi.overrides.", pi.isBuilt ? pi.overrides : []),
    ...present("targets.providers.formats.", providers.isBuilt ? providers.formats : []),
    ...Object.assign({}, ...bundleNames.map((name) => bundleDetails(`targets.${name}.`, others[name]))),
    ...(others.package.isBuilt ? packageDetails(others.package) : {}),
    ...(others.skills.isBuilt ? skillDetails(others.skills) : {}),
  };
}

const packageDetails = ({ name, mcpName, license, repository }: TargetsModel["package"]): Details =>
  presentMembers("targets.package.", { name, mcpName, license, repository });

function skillDetails({ each, description, version, commands, toolsets }: TargetsModel["skills"]): Details {
  const settings = { each: each === "project" ? each : undefined, description, version, commands: commands || undefined };
  return { ...presentMembers("targets.skills.", settings), ...presentMembers("targets.skills.toolsets.", toolsets) };
}

const present = (prefix: string, names: readonly string[]): Details =>
  presentMembers(prefix, Object.fromEntries(names.map((name) => [name, true])));

function bundleDetails(prefix: string, { isBuilt, version, description, author, files }: BundleModel): Details {
  return isBuilt ? presentMembers(prefix, { version, description, author, files: files.length === 0 ? undefined : [...files] }) : {};
}

/** A hash of what a prompt says. Files count by their names: what is in them isn't read for a comparison. */
export const promptContent = (messages: PromptModel["messages"]): string =>
  hashOf(
    messages.map((message) => {
      if (!("media" in message)) return message;
      const { type, mimeType, file } = message.media;
      return { role: message.role, media: { type, mimeType, file } };
    }),
  );

/** The same of a resource. If its content is the output of a call, that is what the output is cut to. */
export function resourceContent({ content, tool }: Pick<ResourceModel, "content" | "tool">): Details {
  const { schema } = tool.definition.output;
  if (content.kind === "call") return schema === undefined ? {} : { "output.schema": hashOf(schema) };
  return { content: hashOf(content.kind === "text" ? content.text : content.path) };
}

type Repairs = Pick<ToolDefinition, "wrap" | "coerce" | "ignore" | "ignoreIf">;

/** Returns what a spec's `ignore`, `wrap` and `coerce` accept, by the parameter or key that it is about. */
export function repairSurface({ wrap = [], coerce = [], ignore, ignoreIf = [] }: Repairs): RepairSurface {
  const entries: readonly (readonly [at: string, accepted: string])[] = [
    ...ignore.map((target) => [selectorText(target), "ignore"] as const),
    ...ignoreIf.flatMap(({ target, values }) => values.map((value) => [selectorText(target), `ignore ${sortedJson(value)}`] as const)),
    ...wrap.flatMap(({ target, keys }) => keys.map((key) => [target, `wrap ${key}`] as const)),
    ...coerce.flatMap(coerced),
  ];
  const repairs = new Map<string, Set<string>>();
  for (const [at, accepted] of entries) repairs.set(at, (repairs.get(at) ?? new Set()).add(accepted));
  return Object.fromEntries([...repairs].map(([at, all]) => [at, [...all].sort()]));
}

/** The names that a rule reads. `none` accepts nothing. */
function coerced(rule: CoerceRule): readonly (readonly [at: string, accepted: string])[] {
  switch (rule.kind) {
    case "none":
      return [];
    case "json":
    case "lines":
    case "path":
      return [[selectorText(rule.target), `coerce ${rule.kind}`]];
    case "range":
      return [
        ...rule.end.map((name) => `last line in ${name}`),
        ...rule.range.map((name) => `range in ${name}`),
        ...(rule.file === undefined ? [] : [`range at the end of ${rule.file}`]),
      ].map((text) => [rule.start, `coerce ${text}`]);
    case "searchReplace":
      return rule.names.map((name) => [rule.target, `coerce searchReplace in ${name}`]);
    default:
      return unreachable(rule);
  }
}

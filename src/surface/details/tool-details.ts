import type { PlatformName, ToolModel } from "../../model/tool.js";
import type { OutputRules, Platform, ToolDefinition } from "../../runtime/contract/definition.js";
import { deepEqual } from "../../runtime/json/deep-equal.js";
import type { JsonValue } from "../../runtime/json/json-value.js";
import { selectorText } from "../../runtime/json/selector.js";
import { hashOf } from "../hash-of.js";
import type { Details } from "../surface.js";
import { elicitDetails } from "./elicit-details.js";
import { listingDetails } from "./listing-details.js";
import { presentMembers } from "./present-members.js";
import { riskDetails } from "./risk-details.js";

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

import type { ToolDefinition } from "../../../contract/definition.js";
import { compileSchema } from "../../json-schema/compile-schema.js";
import type { ToolModel } from "../../tool-model.js";
import { openSchema } from "./open-schema.js";

/** The two companions of a tool that starts a background program: one shows its output, the other stops it. */
export function backgroundTools(tool: ToolModel): readonly ToolModel[] {
  if (tool.definition.background === undefined) return [];
  return [
    companion(tool, "output", {
      kind: "read",
      displayName: `${tool.displayName}: output`,
      description: `Shows what the program that ${tool.name} started in this workspace has printed, and whether it still runs.`,
      summary: `Shows what ${tool.name} has printed.`,
    }),
    companion(tool, "stop", {
      kind: "other",
      displayName: `${tool.displayName}: stop`,
      description: `Stops the program that ${tool.name} started in this workspace.`,
      summary: `Stops what ${tool.name} started.`,
    }),
  ];
}

/** Both are safe: one changes nothing, the other ends only what its tool started. */
const risk = { level: "safe", requiresConfirmation: false } as const;
const schema = { type: "object", properties: {}, additionalProperties: false } as const;

interface Words extends Pick<ToolModel, "kind" | "displayName" | "description"> {
  readonly summary: string;
}

function companion(tool: ToolModel, does: "output" | "stop", { summary, ...words }: Words): ToolModel {
  const { definition } = tool;
  const name = `${tool.name}_${does}`;
  return {
    ...words,
    name,
    nameAliases: [],
    toolsets: tool.toolsets,
    risk: { ...risk, category: tool.risk.category, isDenied: false, isOverridden: false },
    annotations: {},
    listing: {},
    schema,
    openSchema: openSchema(schema, { aliases: [], ignore: [] }),
    validator: compileSchema(schema).source,
    outputValidator: undefined,
    locations: [],
    dashes: [],
    requires: { linux: [], macos: [], windows: [] },
    values: [],
    data: [],
    examples: [],
    otherChoices: [],
    definition: { ...bare(definition, does), ...categorized(tool), name, kind: words.kind, summary: [summary] },
    source: tool.source,
  };
}

const categorized = ({ risk: { category } }: ToolModel) => (category === undefined ? {} : { risk: { ...risk, category } });

/**
 * Returns a companion's part of its tool's definition: its program, which it doesn't start, its secrets, which it
 * doesn't show, its scopes, and the platforms where it doesn't run.
 */
function bare(definition: ToolDefinition, does: "output" | "stop"): ToolDefinition {
  const { command, secrets, optionalSecrets, platforms = {}, timeoutMs, output, specDir, project, name, background, scopes } = definition;
  const absent = Object.entries(platforms).filter(([, differing]) => differing === false);
  return {
    name,
    kind: "other",
    risk,
    ...(scopes === undefined ? {} : { scopes }),
    params: [],
    aliases: [],
    ignore: [],
    mutuallyExclusive: [],
    defaults: {},
    paths: [],
    ...(command === undefined ? {} : { command: { ...command, items: [] } }),
    env: { pass: [], set: {} },
    ...(secrets === undefined || does === "stop" ? {} : { secrets }),
    ...(optionalSecrets === undefined || does === "stop" ? {} : { optionalSecrets }),
    background: { does, of: name, maxAgeMs: background?.maxAgeMs ?? 0, stopSignal: background?.stopSignal ?? "SIGTERM" },
    timeoutMs: Math.max(timeoutMs, 10_000),
    exitCodes: {},
    output: {
      format: "text",
      stderr: "onError",
      maxLines: output.maxLines,
      maxBytes: output.maxBytes,
      keep: does === "output" ? "tail" : "head",
    },
    ...(absent.length === 0 ? {} : { platforms: Object.fromEntries(absent) }),
    specDir,
    project,
  };
}

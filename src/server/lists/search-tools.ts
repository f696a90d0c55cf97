import type { ListToolsResult } from "@modelcontextprotocol/server";
import { callToolName } from "../../call/tool-index.js";
import { toolsetsOf } from "../tool-selection.js";
import type { ServedToolSource, ToolGroups } from "../tool-source.js";

type Tool = ListToolsResult["tools"][number];

/** The three tools that a server with `--search` lists instead of its own. */
export const searchNames = { find: "find_tools", describe: "describe_tools", call: callToolName } as const;

/** The matches that `find_tools` returns, unless the call says how many; and the most that it can ask for. */
export const matchLimit = { usual: 10, most: 50 } as const;

/** The most tools that one call of `describe_tools` describes. */
export const maxDescribed = 10;

/** More toolsets than this are not named in a description, which every conversation has from its beginning. */
const maxToolsets = 30;

const looksOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

/** Returns the three tools, for a client that is offered `tools`. */
export function searchTools(tools: readonly Tool[], { toolsets }: ToolGroups): Tool[] {
  const offered = new Set(tools.map(({ name }) => name));
  const labels = Object.keys(toolsets).filter((label) => toolsets[label]?.some((name) => offered.has(name)));
  const named = labels.length === 0 || labels.length > maxToolsets ? "" : ` They belong to the toolsets ${labels.join(", ")}.`;
  return [
    listed(searchNames.find, {
      title: "Find tools",
      description: `Search the tools of this server by what they do. Returns the names and first sentences of those that match best.${named}`,
      properties: {
        query: { type: "string", description: "A few words: what the tool does, and on what." },
        limit: {
          type: "integer",
          minimum: 1,
          maximum: matchLimit.most,
          description: `How many tools to return at most. Default: ${matchLimit.usual}.`,
        },
      },
      required: ["query"],
      hints: looksOnly,
    }),
    listed(searchNames.describe, {
      title: "Describe tools",
      description: `Return the full descriptions of tools and the JSON Schemas of their arguments. Use it before ${searchNames.call}.`,
      properties: {
        names: {
          type: "array",
          items: { type: "string" },
          minItems: 1,
          maxItems: maxDescribed,
          description: `Names that ${searchNames.find} has returned.`,
        },
      },
      required: ["names"],
      hints: looksOnly,
    }),
    listed(searchNames.call, {
      title: "Call a tool",
      description: `Call a tool of this server, with arguments as its schema in ${searchNames.describe} says.`,
      properties: {
        name: { type: "string", description: "The tool's name." },
        arguments: { type: "object", additionalProperties: true, description: "The tool's arguments. Default: none." },
      },
      required: ["name"],
      hints: mostDangerous(tools),
    }),
  ];
}

/** The hints of a tool that can be any of these: a client must not spare it a question that one of them needs. */
function mostDangerous(tools: readonly Tool[]): NonNullable<Tool["annotations"]> {
  // A hint that is absent has the protocol's default, which is the dangerous one.
  const all = (test: (hints: NonNullable<Tool["annotations"]>) => boolean) => tools.every(({ annotations = {} }) => test(annotations));
  return {
    readOnlyHint: all(({ readOnlyHint }) => readOnlyHint === true),
    destructiveHint: !all(({ destructiveHint }) => destructiveHint === false),
    idempotentHint: all(({ idempotentHint }) => idempotentHint === true),
    openWorldHint: !all(({ openWorldHint }) => openWorldHint === false),
  };
}

interface SearchTool {
  readonly title: string;
  readonly description: string;
  readonly properties: Record<string, Record<string, unknown>>;
  readonly required: string[];
  readonly hints: NonNullable<Tool["annotations"]>;
}

const listed = (name: string, { title, description, properties, required, hints }: SearchTool): Tool => ({
  name,
  title,
  description,
  // The protocol's type of properties is that of JSON values.
  inputSchema: { type: "object", properties, required, additionalProperties: false } as Tool["inputSchema"],
  annotations: { title, ...hints },
});

/**
 * Returns bytes that change when the three tools of `--search` can: these show the hints and the toolsets of the tools
 * behind them, of all or of those that a client selects.
 */
export function searchMarks(source: Pick<ServedToolSource, "list" | "groups">): Uint8Array {
  const groups = source.groups();
  // Printed by a build of toolgen.
  const tools = JSON.parse(Buffer.from(source.list("canonical")).toString("utf8")) as readonly Marked[];
  const marks = tools.map(({ name, annotations: { title: _, ...hints } = {} }) => {
    return JSON.stringify([toolsetsOf(name, groups), hints]);
  });
  return Buffer.from([...new Set(marks)].sort().join("\n"));
}

interface Marked {
  readonly name: string;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

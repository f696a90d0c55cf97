import type { Assets } from "../contract/host.js";
import { isJsonObject, type JsonObject } from "../contract/json-value.js";
import { schemaObjects } from "./json-schema/subschemas.js";
import { type Model, modelFor, type TargetName } from "./model.js";
import type { ShowingName } from "./option-names.js";
import { asset, type PrintPart } from "./output-file.js";
import { type ToolModel, toolDescription } from "./tool-model.js";

/** One of the forms in which models see tools. */
export interface Showing {
  readonly name: ShowingName;
  /** The clients that get it, for users. */
  readonly clients: string;
  /** The target whose tools it contains; without one it contains all. */
  readonly target?: TargetName;
  readonly schema: (tool: ToolModel) => JsonObject;
}

export const showings: readonly Showing[] = [
  {
    name: "mcp",
    clients: "MCP clients, such as Claude Code, Codex, Copilot CLI and opencode",
    target: "mcp",
    schema: (tool) => schemaObjects(mcpSchema(tool)),
  },
  {
    name: "mcp-open",
    clients: "MCP clients that validate calls before they send them: Gemini CLI and Qwen Code",
    target: "mcp",
    schema: ({ openSchema }) => schemaObjects(openSchema),
  },
  { name: "gemini", clients: "Gemini CLI by its discovery", target: "gemini", schema: ({ openSchema }) => openSchema },
  { name: "registry", clients: "toolgen run, and programs that embed the tools", schema: ({ schema }) => schema },
];

/** The tools that the clients of a showing get. */
export const shownTools = (model: Model, { target }: Showing): readonly ToolModel[] =>
  (target === undefined ? model : modelFor(model, target)).tools;

/** Everything that a model reads about a tool: clients show it neither a title nor hints. */
export function shownText(tool: ToolModel, { schema }: Showing): string {
  return JSON.stringify({ name: tool.name, description: toolDescription(tool), parameters: schema(tool) });
}

/** The schema of a tool's arguments for MCP clients, which names its language if the spec does. */
export const mcpSchema = ({ schema, dialect, definition: { elicit } }: ToolModel): JsonObject => ({
  ...(dialect !== undefined && { $schema: dialect }),
  ...(elicit === undefined ? schema : withoutElicited(schema, Object.keys(elicit))),
});

/** A model that had to give these would make them up. */
function withoutElicited(schema: JsonObject, names: readonly string[]): JsonObject {
  const { required, properties, ...rest } = schema;
  const stillRequired = Array.isArray(required) ? required.filter((name) => typeof name !== "string" || !names.includes(name)) : [];
  const described = Object.entries(isJsonObject(properties) ? properties : {}).map(([name, property]) =>
    names.includes(name) && isJsonObject(property) ? [name, mayBeLeftOut(property)] : [name, property],
  );
  return { ...rest, properties: Object.fromEntries(described), ...(stillRequired.length > 0 && { required: stillRequired }) };
}

function mayBeLeftOut(property: JsonObject): JsonObject {
  const hint = "Leave it out to have the user asked.";
  return { ...property, description: typeof property.description === "string" ? `${property.description} ${hint}` : hint };
}

export interface TokenCounting {
  readonly part: PrintPart;
  /** Counts the tokens of a text. */
  readonly count: (text: string) => number;
}

/** Returns the tokens of a tool in one showing. A tool that hasn't changed since the last build isn't counted again. */
export function countShown(tool: ToolModel, showing: Showing, { part, count }: TokenCounting): number {
  return Number(part(tool, `tokens:${showing.name}`, () => `${count(shownText(tool, showing))}`));
}

/** The table that the build of toolgen writes; the characters of the asset are its bytes. */
const tokenTable = "o200k-base.bin";

/** The encoding that the table is of, which needs no reading. */
export const tokenEncoding = "o200k_base";

/** Returns the tokenizer of this package. Its table is read when something is counted. */
export function openTokenTable(assets: Assets): () => Tokenizer {
  let opened: Tokenizer | undefined;
  return () => (opened ??= createTokenizer(Buffer.from(asset(assets, tokenTable), "latin1")));
}

/** Counts the tokens of texts in one encoding. */
export interface Tokenizer {
  /** `o200k_base`, the encoding of OpenAI's models since GPT-4o. */
  readonly encoding: string;
  count(text: string): number;
}

/** Longer pieces are counted in parts: the time to merge one grows with its square. */
const longestPiece = 1_000;

/** The first line of the table. */
interface TableHead {
  readonly encoding: string;
  readonly split: string;
  /** How many tokens there are, by their length in bytes. */
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * Reads the table that the build of toolgen wrote (`scripts/tokenizer-table.mjs`). It is searched in place, because
 * building a map of its tokens takes a tenth of a second.
 */
export function createTokenizer(table: Buffer): Tokenizer {
  const headEnd = table.indexOf("\n");
  // Written by toolgen's own build.
  const head = JSON.parse(table.toString("utf8", 0, headEnd)) as TableHead;
  const rankOf = tokenRanks(table.subarray(headEnd + 1), head.counts);
  const pieces = new RegExp(head.split, "gu");
  const counted = new Map<string, number>();

  const countPiece = (piece: string): number => {
    const bytes = Buffer.from(piece);
    if (rankOf(bytes, 0, bytes.length) !== undefined) return 1;
    let count = 0;
    for (let from = 0; from < bytes.length; from += longestPiece) count += countMerged(bytes.subarray(from, from + longestPiece), rankOf);
    return count;
  };
  return {
    encoding: head.encoding,
    count: (text) => {
      let sum = 0;
      for (const [piece] of text.matchAll(pieces)) {
        const count = counted.get(piece) ?? countPiece(piece);
        counted.set(piece, count);
        sum += count;
      }
      return sum;
    },
  };
}

/** The rank of a range of bytes; `undefined` if it is not a token. */
type RankOf = (bytes: Uint8Array, start: number, end: number) => number | undefined;

/** Byte-pair encoding: repeatedly merges the neighbours whose token has the lowest rank. */
function countMerged(bytes: Uint8Array, rankOf: RankOf): number {
  const starts = Array.from({ length: bytes.length + 1 }, (_, index) => index);
  // The rank of each part merged with the next, by the index of the first.
  const pairRank = (index: number) => rankOf(bytes, starts[index] ?? 0, starts[index + 2] ?? 0) ?? Number.POSITIVE_INFINITY;
  const pairs = Array.from({ length: Math.max(0, bytes.length - 1) }, (_, index) => pairRank(index));
  for (;;) {
    const at = pairs.reduce((lowest, rank, index) => (rank < (pairs[lowest] ?? Number.POSITIVE_INFINITY) ? index : lowest), 0);
    if ((pairs[at] ?? Number.POSITIVE_INFINITY) === Number.POSITIVE_INFINITY) return starts.length - 1;
    starts.splice(at + 1, 1);
    pairs.splice(at, 1);
    for (const changed of [at - 1, at]) if (changed >= 0 && changed < pairs.length) pairs[changed] = pairRank(changed);
  }
}

/** Searches the sorted tokens of the same length. */
function tokenRanks(data: Buffer, counts: TableHead["counts"]): RankOf {
  const groups = new Map<number, TokenGroup>();
  let first = 0;
  let offset = Object.values(counts).reduce((sum, count) => sum + count, 0) * 4;
  for (const [length, count] of Object.entries(counts)) {
    groups.set(Number(length), { first, count, offset });
    first += count;
    offset += Number(length) * count;
  }
  return (bytes, start, end) => {
    const length = end - start;
    const group = groups.get(length);
    if (group === undefined) return undefined;
    let low = 0;
    let high = group.count - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const at = group.offset + middle * length;
      const order = data.compare(bytes, start, end, at, at + length);
      if (order === 0) return data.readUInt32LE((group.first + middle) * 4);
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  };
}

/** The tokens of one length: the index of the first, and where its bytes begin. */
interface TokenGroup {
  readonly first: number;
  readonly count: number;
  readonly offset: number;
}

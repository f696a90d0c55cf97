import type { JSONRPCMessage, JSONRPCResultResponse } from "@modelcontextprotocol/server";
import type { ServerOptions } from "../serve-tools.js";
import type { ServedToolSource } from "../tool-source.js";
import { type ListName, listNames, readList, type ServedLists } from "./served-lists.js";

/**
 * Stand for the rendered lists in an answer until the transport puts them in: going through the SDK they would be
 * parsed, copied and written again.
 */
const rendered = {
  "tools canonical": [],
  "tools open": [],
  prompts: [],
  resources: [],
  resourceTemplates: [],
} satisfies Readonly<Record<ListName, readonly never[]>>;

/** Lists for a server whose transport prints answers with `printedList`. */
export const renderedLists: ServedLists = {
  tools: (form) => rendered[`tools ${form}`],
  prompts: () => rendered.prompts,
  resources: () => rendered.resources,
  resourceTemplates: () => rendered.resourceTemplates,
};

/** Returns true if clients are offered the lists as they were rendered. */
export const offersWholeLists = ({ select, search, pageSize }: ServerOptions): boolean =>
  select === undefined && search !== true && pageSize === undefined;

/**
 * Returns the JSON, in parts, of an answer that has a list: as it was rendered at build time, or as the user's settings
 * filter it. Returns `undefined` for other messages.
 */
export function printedList(
  message: JSONRPCMessage,
  source: ServedToolSource,
  options: ServerOptions,
): readonly (string | Uint8Array)[] | undefined {
  const found = "result" in message ? findRendered(message.result) : undefined;
  if (!("result" in message) || found === undefined) return undefined;
  const { result, ...envelope } = message;
  const { key, name } = found;
  let list: Uint8Array;
  try {
    list = readList(name, source, options);
  } catch (error) {
    const text = `The list of ${key} could not be read. Run 'toolgen build'. (${error instanceof Error ? error.message : String(error)})`;
    return [JSON.stringify({ ...envelope, error: { code: -32603, message: text } })];
  }
  const { [key]: _, ...rest } = result;
  return [`${inside(envelope)},"result":${inside({ ...rest })}${Object.keys(rest).length > 0 ? "," : ""}"${key}":`, list, "}}"];
}

interface RenderedList {
  /** The key of the result that has the list. */
  readonly key: string;
  readonly name: ListName;
}

function findRendered(result: JSONRPCResultResponse["result"]): RenderedList | undefined {
  for (const [key, value] of Object.entries(result)) {
    const name = listNames.find((candidate) => rendered[candidate] === value);
    if (name !== undefined) return { key, name };
  }
  return undefined;
}

/** A JSON object without its last brace, to be continued. */
const inside = (value: object) => JSON.stringify(value).slice(0, -1);

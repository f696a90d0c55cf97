import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type {
  JSONRPCMessage,
  JSONRPCResultResponse,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
} from "@modelcontextprotocol/server";
import { printToolList } from "../../call/find-tool.js";
import { corruptOutputMessage } from "../../call/start-problem.late.js";
import type { ServerOptions } from "../server-options.js";
import type { SchemaForm, ServedToolSource } from "../tool-source.js";
import { changeMark } from "../watch-file.js";
import { filterResourceList, filterToolList } from "./filter-tool-list.js";

/** The lists that a server answers with. */
export interface ServedLists {
  tools(form: SchemaForm): ListToolsResult["tools"];
  prompts(): ListPromptsResult["prompts"];
  resources(): ListResourcesResult["resources"];
  resourceTemplates(): ListResourceTemplatesResult["resourceTemplates"];
}

/** The lists of a server, by the key of a result that has one, and for tools by the form of their schemas. */
const listNames = ["tools canonical", "tools open", "prompts", "resources", "resourceTemplates"] as const;
export type ListName = (typeof listNames)[number];

/** Reads a list as it is now: a JSON array on one line, in UTF-8. */
export function readList(name: ListName, source: ServedToolSource, options: ServerOptions): Uint8Array {
  switch (name) {
    case "tools canonical":
      return filterToolList(source, options, "canonical");
    case "tools open":
      return filterToolList(source, options, "open");
    case "prompts":
      return source.prompts?.list() ?? none;
    case "resources":
      return source.resources === undefined ? none : filterResourceList(source.resources.list(), source.resources, options);
    case "resourceTemplates":
      return source.resources === undefined ? none : filterResourceList(source.resources.listTemplates(), source.resources, options);
  }
}

const none = Buffer.from("[]");

/** Returns the lists of a server as they are now. They are parsed again only if their bytes have changed. */
export function parsedLists(source: ServedToolSource, options: ServerOptions): ServedLists {
  const parsed = new Map<ListName, { readonly bytes: Buffer; readonly list: unknown }>();
  const read = (name: ListName): unknown => {
    const bytes = Buffer.from(readList(name, source, options));
    const cached = parsed.get(name);
    if (cached?.bytes.equals(bytes)) return cached.list;
    const list: unknown = JSON.parse(bytes.toString("utf8"));
    parsed.set(name, { bytes, list });
    return list;
  };
  // Printed by a build of toolgen.
  return {
    tools: (form) => read(`tools ${form}`) as ReturnType<ServedLists["tools"]>,
    prompts: () => read("prompts") as ReturnType<ServedLists["prompts"]>,
    resources: () => read("resources") as ReturnType<ServedLists["resources"]>,
    resourceTemplates: () => read("resourceTemplates") as ReturnType<ServedLists["resourceTemplates"]>,
  };
}

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

/**
 * Returns a function that reads the lists of a build, each on one line. A list is copied into answers without being
 * parsed, so that a merge left unresolved would break the protocol: it throws for one.
 */
export function generatedListReader(folder: string): (file: string) => Buffer {
  const read = readUnchanged();
  return (file) => read(join(folder, file), file, (path) => onOneLine(readFileSync(path), file));
}

/** The same for `tools.json`, from whose lines the two lists of tools are made. */
export function generatedToolsReader(bin: string): (form: SchemaForm, excluded: ReadonlySet<string>) => Buffer {
  const read = readUnchanged();
  return (form, excluded) =>
    read(join(bin, "tools.json"), [form, ...excluded].join(" "), (path) =>
      Buffer.from(printToolList(readFileSync(path, "utf8"), form, excluded)),
    );
}

/**
 * Returns a function that makes bytes from a file. The start of a server reads a list three times in a row, so it
 * returns the same bytes for a key while the file is unchanged and nothing has freed them.
 */
function readUnchanged() {
  const last = new Map<string, { readonly mark: string; readonly bytes: WeakRef<Buffer> }>();
  return (path: string, key: string, make: (path: string) => Buffer): Buffer => {
    const mark = changeMark(path);
    const known = last.get(key);
    const held = known?.mark === mark ? known.bytes.deref() : undefined;
    if (held !== undefined) return held;
    const bytes = make(path);
    last.set(key, { mark, bytes: new WeakRef(bytes) });
    return bytes;
  };
}

const newline = 0x0a;
const space = 0x20;
const conflict = Buffer.from("<<<<<<< ");

/** JSON has line breaks only between its parts, where a space is equivalent; a message of the protocol is one line. */
function onOneLine(json: Buffer, file: string): Buffer {
  for (let at = json.indexOf(newline); at !== -1; at = json.indexOf(newline, at + 1)) {
    if (json[at + 1] === conflict[0] && json.subarray(at + 1, at + 1 + conflict.length).equals(conflict))
      throw new Error(corruptOutputMessage(`mcp/${file} has merge conflicts`));
    json[at] = space;
  }
  return json;
}

const digests = new WeakMap<Uint8Array, string>();

/** Returns the SHA-256 of bytes that never change, in base64: once for the same object. */
export function digestOf(bytes: Uint8Array): string {
  const known = digests.get(bytes);
  if (known !== undefined) return known;
  const digest = createHash("sha256").update(bytes).digest("base64");
  digests.set(bytes, digest);
  return digest;
}

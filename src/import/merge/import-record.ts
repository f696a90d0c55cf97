import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";

/** The name of the file that holds what the last import wrote. It is committed with the specs. */
export const recordName = ".import.json";

/** A tool that the last import wrote. */
export interface RecordedTool {
  readonly name: string;
  /** The spec's file, relative to the record's folder. */
  readonly file: string;
  readonly spec: JsonObject;
}

/** The tools that an import wrote, so that the next one can merge. */
export interface ImportRecord {
  /** The document, as the user gave it. */
  readonly source: string;
  /** The choices of the import, for the next one. */
  readonly options: JsonObject;
  /** The tools, by their origins. */
  readonly tools: Readonly<Record<string, RecordedTool>>;
}

/** Prints a record with each tool on a line of its own, so that a change of one tool is a change of one line. */
export function printRecord({ source, options, tools }: ImportRecord): string {
  const lines = Object.entries(tools)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([origin, tool]) => `    ${JSON.stringify(origin)}: ${JSON.stringify(tool)}`);
  const head = [`  "version": 1`, `  "source": ${JSON.stringify(source)}`, `  "options": ${JSON.stringify(options)}`];
  return `{\n${head.join(",\n")},\n  "tools": {\n${lines.join(",\n")}\n  }\n}\n`;
}

/** Reads a record; a text says why it can't be used. */
export function parseRecord(text: string): ImportRecord | string {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return "it is not valid JSON";
  }
  if (!isJsonObject(data) || !isJsonObject(data.tools)) return "it has no map 'tools'";
  if (data.version !== 1) return `its version is ${JSON.stringify(data.version)}, and this toolgen reads 1`;
  const tools = Object.entries(data.tools);
  if (!tools.every((entry): entry is [string, JsonObject] => isRecordedTool(entry[1])))
    return "one of its tools has no name, file and spec";
  const options = isJsonObject(data.options) ? data.options : {};
  return { source: String(data.source ?? ""), options, tools: data.tools as unknown as ImportRecord["tools"] };
}

/** The file is a name beside the record, so that a record can't lead to another folder. */
const isRecordedTool = (value: JsonValue): boolean =>
  isJsonObject(value) &&
  typeof value.name === "string" &&
  typeof value.file === "string" &&
  /^[\w-]+\.yaml$/.test(value.file) &&
  isJsonObject(value.spec);

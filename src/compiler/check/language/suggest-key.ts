import { closest } from "../../../contract/names.js";
import { type MapEntry, toValue } from "../../../contract/spec-node.js";
import { knownKeywords } from "../../json-schema/subschemas.js";

/** Names of the arguments' JSON Schema in other formats: OpenAI's, Anthropic's, MCP's and Gemini's. */
export const schemaNames: readonly string[] = [
  ...["parameters", "input_schema", "inputSchema", "parametersJsonSchema", "parameters_json_schema"],
  ...["argsSchema", "args_schema"],
];

/**
 * Names of toolgen's keys in other formats, and abbreviations. If there are several, the first that is a key here is
 * suggested.
 */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(schemaNames.map((name) => [name, ["schema"]])),
  title: ["displayName"],
  params: ["schema"],
  arguments: ["params", "schema"],
  args: ["params", "schema"],
  input: ["params", "stdin"],
  cmd: ["command"],
  exec: ["command"],
  run: ["command"],
  program: ["command"],
  request: ["http"],
  script: ["shell", "command"],
  workdir: ["cwd"],
  environment: ["env"],
  err: ["error"],
  confirm: ["requiresConfirmation"],
  readonly: ["readOnlyHint"],
  readOnly: ["readOnlyHint"],
  destructive: ["destructiveHint"],
  idempotent: ["idempotentHint"],
  openWorld: ["openWorldHint"],
};

interface Meant {
  readonly didYouMean?: string | undefined;
  readonly help?: string | undefined;
}

/** Returns the key that an unknown one most likely means, or where it belongs. */
export function suggestKey(
  { key, value }: Pick<MapEntry, "key" | "value">,
  known: readonly string[],
  table: readonly Rename[] = renames,
): Meant {
  const renamed = renamedKey(key, known, table);
  if (renamed !== undefined) return { didYouMean: renamed.to, help: migrateHelp(renamed) };
  const isTool = known.includes("schema") && known.includes("command");
  if (isTool && key === "args" && value.kind === "list") return { help: argumentsHelp };
  if (isTool && schemaNames.includes(key)) return { didYouMean: "schema", help: value.kind === "list" ? listHelp : schemaHelp };
  if (isTool && Object.hasOwn(helpForTools, key)) return { help: helpForTools[key] };
  const elsewhere = isTool ? elsewhereHelp({ key, value }) : undefined;
  if (elsewhere !== undefined) return { help: elsewhere };
  const other = Object.hasOwn(otherNames, key) ? otherNames[key]?.find((name) => known.includes(name)) : undefined;
  if (other !== undefined) return { didYouMean: other };
  if (isTool && key !== "description" && knownKeywords.includes(key))
    return { help: `\`${key}\` is a word of JSON Schema: put it inside \`schema\`.` };
  if (known.includes("pass") && known.includes("set"))
    return { help: "Variables that are set stand under `set`: `env: { set: { NAME: value } }`." };
  if (known.includes("given") && known.includes("expect") && closest(key, known) === undefined) {
    return { help: exampleHelp(key, writtenValue(value)) };
  }
  if (known.includes("allowPrivate") && /^(?:get|head|post|put|patch|delete)$/i.test(key))
    return { help: `Write \`method: ${key.toUpperCase()}\` and \`url: …\`.` };
  return { didYouMean: closest(key, known) };
}

const schemaHelp = "Write `schema:`, and leave the JSON Schema below it as it is.";
const listHelp = "Write `schema: { properties: { name: { type: string } }, required: [name] }`: one property for each parameter.";
const argumentsHelp = 'Arguments stand in `command`, behind the program: `command: [program, --option, "{{parameter}}"]`.';

const helpForTools: Readonly<Record<string, string>> = {
  url: "A request is `http: { url: … }`.",
  method: "A request is `http: { method: …, url: … }`.",
  bash: "A script for bash is `shell: { bash: … }`.",
  sh: "A script for sh is `shell: …`.",
};

const writtenValue = (value: MapEntry["value"]) => (value.kind === "scalar" ? JSON.stringify(toValue(value)) : "…");

/** Keys inside another key of a tool, by that key. */
const inside: Readonly<Record<string, readonly string[]>> = {
  risk: ["level", "requiresConfirmation", "impact", "impactDescription", "category", "rules", "confirm"],
  output: ["format", "stderr", "maxLines", "maxBytes", "keep", "file", "mimeType", "select", "display", "preview"],
  annotations: ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint", "readonly", "readOnly", "destructive", "idempotent"],
};
/** Their names in other formats. */
const nameInside: Readonly<Record<string, string>> = {
  impactDescription: "impact",
  confirm: "requiresConfirmation",
  readonly: "readOnlyHint",
  readOnly: "readOnlyHint",
  destructive: "destructiveHint",
  idempotent: "idempotentHint",
};
const ofProjects: readonly string[] = ["toolgen", "specs", "library", "server", "roots", "limits", "audit", "targets"];

/** Returns where a key belongs that isn't allowed at the top of a tool. */
function elsewhereHelp({ key, value }: Pick<MapEntry, "key" | "value">): string | undefined {
  const parent = Object.keys(inside).find((name) => inside[name]?.includes(key));
  if (parent !== undefined) {
    const written = value.kind === "scalar" && value.value !== null ? value.text : "…";
    return `It stands inside of \`${parent}\`: \`${parent}: { ${Object.hasOwn(nameInside, key) ? nameInside[key] : key}: ${/^[\w./-]+$/.test(written) ? written : writtenValue(value)} }\`.`;
  }
  if (ofProjects.includes(key)) return `\`${key}\` is a key of toolgen.yaml, not of a tool: write it there.`;
  return key === "version"
    ? "`version: 1` is the first line of toolgen.yaml. A tool has no version; for one of your own write `x-version`."
    : undefined;
}

function exampleHelp(key: string, written: string): string {
  if (key === "output" || key === "result" || key === "stdout")
    return `What a call returns is expected: \`expect: { equals: ${written} }\`.`;
  return `Arguments stand under \`params\`: \`params: { ${key}: ${written} }\`.`;
}

const helpForMissing: Readonly<Record<string, string>> = {
  name: "Add it: `name: count_lines`.",
  description: "Add it: say what the tool is for, what it isn't for, and what it returns. A model chooses by these words alone.",
  kind: "Add what the tool does at worst: `kind: read` or `search` (changes nothing), `fetch` (asks a server), `edit`, `move`, `delete`, `execute` (runs programs), `think` or `other`.",
  version: "Add `version: 1` as the first line.",
};

/** Returns how to write a required key. */
export const missingHelp = (key: string): string =>
  (Object.hasOwn(helpForMissing, key) ? helpForMissing[key] : undefined) ?? `Add \`${key}: …\`.`;

/**
 * A key or a word of the language that has another name since a version. `path` leads to it from the top of a document,
 * and `*` is any step: a name of the author's, or an element of a list.
 */
export type Rename =
  | { readonly kind: "key"; readonly of: "spec" | "config"; readonly path: readonly string[]; readonly to: string; readonly since: string }
  | {
      readonly kind: "word";
      readonly of: "spec" | "config";
      readonly path: readonly string[];
      readonly from: string;
      readonly to: string;
      readonly since: string;
    };

/** Until the languages of `code` became a list (0.1.0), any word was accepted. These have one meaning. */
const languages: Readonly<Record<string, string>> = {
  shell: "sh",
  posix: "sh",
  Bash: "bash",
  powershell: "pwsh",
  python3: "python",
  py: "python",
  js: "javascript",
  node: "javascript",
  ts: "typescript",
  rb: "ruby",
  postgres: "sql",
  postgresql: "sql",
  mysql: "sql",
  sqlite: "sql",
};

/**
 * Every rename of the language. `toolgen migrate` applies them, and diagnostics name it. No key has another name yet. A
 * release that renames one adds it here, with its own version.
 */
export const renames: readonly Rename[] = Object.entries(languages).map(([from, to]) => ({
  kind: "word",
  of: "spec",
  path: ["code", "*"],
  from,
  to,
  since: "0.1.0",
}));

/** The new name of a key, if one of the allowed keys is it; `allowed` are the keys at that place. */
export const renamedKey = (key: string, allowed: readonly string[], table: readonly Rename[] = renames): Rename | undefined =>
  table.find((one) => one.kind === "key" && one.path.at(-1) === key && allowed.includes(one.to));

/** The new name of a word, if one of the accepted words is it. */
export const renamedWord = (word: string, accepted: readonly string[], table: readonly Rename[] = renames): Rename | undefined =>
  table.find((one) => one.kind === "word" && one.from === word && accepted.includes(one.to));

/** The help of a diagnostic for a former name. */
export const migrateHelp = ({ to, since }: Rename): string =>
  `Since toolgen ${since} it is \`${to}\`. Run \`toolgen migrate\` to change every spec.`;

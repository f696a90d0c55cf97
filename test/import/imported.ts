import { parse } from "yaml";
import { prepareCall } from "../../src/call/prepare-call.js";
import { compareCall } from "../../src/compiler/examples/compare-call.js";
import { fillPlaceholders } from "../../src/compiler/examples/example-setup.js";
import type { JsonObject } from "../../src/contract/json-value.js";
import { importCommand } from "../../src/import/import-command.js";
import { importOperations } from "../../src/import/import-operations.js";
import { findOperations } from "../../src/import/openapi-document.js";
import { mergeManual } from "../../src/import/program-help.js";
import { readHelp } from "../../src/import/read-help.js";
import { programRoles } from "../../src/programs/program-roles.js";
import type { DefinedTool } from "../../src/runtime/index.js";
import { compiledTool } from "../kit/compiled.js";

interface Settings {
  readonly server?: string;
  readonly bearer?: string;
  readonly documentUrl?: string;
  readonly group?: string;
  readonly keep?: readonly string[];
}

/** Imports the operations of a document, in YAML without its head. Every spec is compiled as a build does it. */
export async function imported(text: string, settings: Settings = {}) {
  const head = { openapi: "3.1.0", info: { title: "Shop", version: "1" }, servers: [{ url: "https://shop.example.com/v1" }] };
  return importedDocument({ ...head, ...(parse(text) as object) } as unknown as JsonObject, settings);
}

/** Imports the operations of a whole document. */
export async function importedDocument(root: JsonObject, settings: Settings = {}) {
  const { operations, unsupported } = findOperations(root);
  const { tools, leftOut } = await importOperations(operations, {
    root,
    group: settings.group ?? "shop",
    documentUrl: settings.documentUrl,
    server: settings.server,
    bearer: settings.bearer,
    keep: settings.keep ?? [],
    headerOf: ({ origin }) => [`Imported: ${origin}`],
    namesBefore: new Map(),
    taken: new Set(),
    check: async (texts) => Promise.all(texts.map(errorsOf)),
  });
  return {
    tools,
    specs: tools.map(({ text: spec }) => parse(spec)),
    notes: tools.flatMap(({ notes }) => notes),
    leftOut: leftOut.map(({ origin, reason }) => `${origin}: ${reason}`),
    unsupported: unsupported.map(({ origin, reason }) => `${origin}: ${reason}`),
  };
}

async function errorsOf(text: string): Promise<readonly string[]> {
  const { diagnostics } = await compiledTool(text);
  return diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
}

/** Imports a document with one operation, and returns its spec. */
export async function importedSpec(text: string, settings?: Settings) {
  const all = await imported(text, settings);
  return { ...all, spec: all.specs[0], http: all.specs[0]?.http, properties: all.specs[0]?.schema?.properties };
}

/** Tests the spec's own example, as `toolgen test` does. */
export function testExample(tool: DefinedTool, { examples }: JsonObject, workspace: string): readonly unknown[] {
  const [example] = (examples ?? []) as readonly JsonObject[];
  if (example === undefined) return [];
  const { given } = example as { readonly given?: { readonly secrets?: Readonly<Record<string, string>> } };
  const context = { workspace, projectDir: workspace, env: given?.secrets ?? {} };
  const answer = prepareCall(tool, example.params, context);
  const expect = fillPlaceholders(example.expect as JsonObject, { workspace, specDir: workspace });
  return compareCall(answer, { expect, definition: tool.definition, context });
}

/** A document with one operation, whose parts are YAML in one line. */
export const operation = (method: string, path: string, body: string): string => `paths: { "${path}": { ${method}: { ${body} } } }`;

interface CommandSettings {
  readonly manual?: string;
  readonly chosen?: readonly string[];
  /** Specs that the check refuses, besides those that a build does. */
  readonly refused?: RegExp;
}

/** Imports a command by its help text. The spec is compiled as a build does it. */
export async function importedCommand(line: string, help: string, { manual, chosen, refused }: CommandSettings = {}) {
  const words = line.split(" ");
  const merged = mergeManual(readHelp(help, words), manual === undefined ? undefined : readHelp(manual, words));
  const check = (texts: readonly string[]) =>
    Promise.all(texts.map(async (text) => (refused?.test(text) ? ["It is refused."] : errorsOf(text))));
  const { tools, leftOut } = await importCommand(
    { name: "tool", words, group: "group", help: merged, roles: programRoles(words[0] ?? ""), chosen },
    { check, header: [] },
  );
  const spec = tools[0] === undefined ? undefined : parse(tools[0].text);
  return {
    spec,
    text: tools[0]?.text ?? "",
    properties: spec?.schema?.properties,
    notes: tools[0]?.notes ?? [],
    leftOut: leftOut.map(({ reason }) => reason),
    parser: merged.parser,
  };
}

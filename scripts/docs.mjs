// npm run docs [-- --check]: writes the pages of docs/ that are generated from the code's own tables; --check fails if
// one is stale.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Handlebars from "handlebars";
import { parse } from "yaml";
import { missedTargets, renderSentence } from "../test/bench/page.mjs";
import { apiRows } from "./api-docs.mjs";
import {
  changeRows,
  clientLevels,
  clientRows,
  commandLine,
  headlessRows,
  limitRows,
  linked,
  portabilityTables,
  programPlaces,
  programVariables,
  renameRows,
} from "./docs-tables.mjs";
import { fragmentTables, ruleRows, transcripts } from "./repair-docs.mjs";
import { importModule, root } from "./run.mjs";
import { wrapProse } from "./wrap-prose.mjs";

const { configSchema, documentSchemas } = await importModule("compiler/spec-schema.js");
const { exampleTool } = await importModule("contract/diagnostic.js");
const { codes: catalogue } = await importModule("contract/diagnostic-codes.js");
const { sourceCodes } = await importModule("contract/diagnostics/source-codes.js");
const { exampleCodes } = await importModule("contract/diagnostics/document-codes.js");
const { specCodes } = await importModule("contract/diagnostics/spec-codes.js");
const { documentCodes } = await importModule("contract/diagnostics/document-codes.js");
const { elicitCodes } = await importModule("contract/diagnostics/parameter-codes.js");
const { executionCodes } = await importModule("contract/diagnostics/execution-codes.js");
const { shellCodes } = await importModule("contract/diagnostics/shell-codes.js");
const { handlerCodes } = await importModule("contract/diagnostics/handler-codes.js");
const { mcpCodes } = await importModule("contract/diagnostics/handler-codes.js");
const { repairCodes } = await importModule("contract/diagnostics/parameter-codes.js");
const { riskCodes } = await importModule("contract/diagnostics/risk-codes.js");
const { schemaCodes } = await importModule("contract/diagnostics/parameter-codes.js");
const { httpCodes } = await importModule("contract/diagnostics/handler-codes.js");
const { libraryCodes } = await importModule("contract/diagnostics/document-codes.js");
const { targetCodes } = await importModule("contract/diagnostics/output-codes.js");
const { templateCodes } = await importModule("contract/diagnostics/template-codes.js");
const { lintCodes } = await importModule("contract/diagnostics/lint-codes.js");
const { changeCodes } = await importModule("contract/diagnostics/output-codes.js");
const { writeCodes } = await importModule("contract/diagnostics/output-codes.js");

const diagnosticGroups = [
  group("Files and YAML", sourceCodes),
  group("Keys of a spec", specCodes),
  group("Examples", exampleCodes),
  group("Prompts and resources", documentCodes),
  group("Repair", repairCodes),
  group("What runs a tool", executionCodes),
  group("Scripts", shellCodes),
  group("Risk and settings", riskCodes),
  group("The JSON Schema", schemaCodes),
  group("Asking the user", elicitCodes),
  group("Templates and arguments", templateCodes),
  group("Requests", httpCodes),
  group("Handlers", handlerCodes),
  group("MCP servers", mcpCodes),
  group("Tools that come with toolgen", libraryCodes),
  group("Targets", targetCodes),
  group("Outputs", writeCodes),
  group("Changes of tools", changeCodes),
  group("Findings of lint", lintCodes),
];
const api = apiRows();
const tools = libraryTools();
const pages = {
  "docs/compiler-api.md": render("compiler-api.md.hbs", api.compiler),
  "docs/runtime-api.md": render("runtime-api.md.hbs", api.runtime),
  "docs/diagnostics.md": render("diagnostics.md.hbs", { groups: diagnosticGroups }),
  ...Object.fromEntries(diagnosticGroups.map((one) => [`docs/diagnostics/${one.slug}.md`, render("diagnostics-group.md.hbs", one)])),
  "docs/keys.md": render("keys.md.hbs", {
    documents: keyTables([
      ["A tool", documentSchemas().tool],
      ["A fragment", documentSchemas().fragment],
      ["A prompt", documentSchemas().prompt],
      ["A resource", documentSchemas().resource],
      ["toolgen.yaml", configSchema()],
    ]),
    renames: renameRows(),
  }),
  "docs/programs.md": render("programs.md.hbs", { places: programPlaces(), ...programVariables() }),
  "docs/repair.md": render("repair.md.hbs", { rules: await ruleRows(), fragments: fragmentTables(), transcripts: await transcripts() }),
  "docs/clients.md": render("clients.md.hbs", { clients: clientRows(), headless: headlessRows() }),
  "docs/portability.md": render("portability.md.hbs", portabilityTables()),
  "docs/changes.md": render("changes.md.hbs", { effects: changeRows() }),
  "docs/cli.md": render("cli.md.hbs", await commandLine()),
  "docs/library.md": render("library.md.hbs", { tools }),
  "contributing/library.md": render("library-differences.md.hbs", { tools }),
  "docs/limits.md": render("limits.md.hbs", { groups: limitRows() }),
  "docs/speed.md": render("speed.md.hbs", speed()),
  ...pagesWithFigures({ "client-levels": clientLevels(), "cost-of-a-call": costOfCall(), "server-starts": serverStarts() }),
};

const grouped = new Set(diagnosticGroups.flatMap(({ entries }) => entries.map(({ code }) => code)));
const missing = Object.keys(catalogue).filter((code) => !grouped.has(code));
if (missing.length > 0) throw new Error(`No group of docs/diagnostics.md has ${missing.join(", ")}.`);

const stale = Object.entries(pages).filter(([path, text]) => readOr(path) !== text);
if (process.argv.includes("--check")) {
  for (const [path] of stale) console.error(`${path} is stale: run npm run docs.`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [path, text] of stale) writeFileSync(join(root, path), text);
  console.log(`${stale.length} of ${Object.keys(pages).length} pages written.`);
}

function render(template, values) {
  const source = readFileSync(join(root, "templates/docs", template), "utf8");
  return wrapProse(Handlebars.create().compile(source, { strict: true, noEscape: true })(values));
}

function readOr(path) {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
}

/** The last results of the bench, by part. */
function benchResults() {
  return JSON.parse(readFileSync(join(root, "test/bench/results.json"), "utf8"));
}

function speed() {
  const parts = benchResults();
  const sentences = ["call", "build", "mcp", "registry"].map((name) => {
    return [name, renderSentence(name, parts[name]).replace(/ \d+ of \d+ targets are met\.$/, "")];
  });
  return { ...Object.fromEntries(sentences), missed: missedTargets(parts) };
}

function costOfCall() {
  const { rows } = benchResults().call;
  const ratios = rows.filter(({ what }) => what === "call").map(({ cpu }) => cpu);
  return (
    `A call uses about ${Math.max(...ratios).toFixed(1)} times the CPU time of starting Node and the command alone, however many tools there are. ` +
    "[Speed](docs/speed.md) has the figures for calls, builds and servers, beside those of others."
  );
}

function serverStarts() {
  const { rows } = benchResults().mcp;
  const ms = (name) => Math.round(rows.find(({ what, size }) => what === name && size === 1000).ms);
  return (
    `With 1,000 tools, the MCP server lists them after ${ms("toolgen, generated/mcp/server.cjs")} ms. The SDK's low-level server takes ` +
    `${ms("SDK v1, Server")} ms, its \`McpServer\` ${ms("SDK v1, McpServer")} ms and FastMCP for TypeScript ${ms("fastmcp")} ms.`
  );
}

/**
 * Pages that people write, with the parts that are figures, tables or lists of the code: each stands between
 * `<!-- docs:NAME -->` and `<!-- /docs:NAME -->`. A name that no page has, and one that isn't known, is a mistake.
 */
function pagesWithFigures(parts) {
  const names = [
    "README.md",
    ...readdirSync(join(root, "docs"))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  ];
  const unused = new Set(Object.keys(parts));
  const filled = names.flatMap((page) => {
    const text = readOr(page);
    const next = text.replace(/(<!-- docs:([\w-]+) -->\n)[\s\S]*?(<!-- \/docs:\2 -->)/g, (_, opening, name, closing) => {
      if (parts[name] === undefined) throw new Error(`${page} asks for ${name}, which scripts/docs.mjs doesn't make.`);
      unused.delete(name);
      return `${opening}${wrapProse(parts[name])}\n${closing}`;
    });
    return next.includes("<!-- docs:") ? [[page, next]] : [];
  });
  if (unused.size > 0) throw new Error(`No page has a place for ${[...unused].join(", ")}.`);
  return Object.fromEntries(filled);
}

/** Reads the specs in `library/`, and the tables of their differences from their namesakes. */
function libraryTools() {
  const yaml = (path) => parse(readFileSync(join(root, path), "utf8"));
  const specs = readdirSync(join(root, "library")).filter((name) => name.endsWith(".yaml"));
  return specs.sort().map((file) => {
    const { name, description, risk, kind, nameAliases, schema } = yaml(`library/${file}`);
    const code = (names) => names.map((one) => `\`${one}\``).join(" ");
    const parameters = Object.entries(schema.properties).map(([key, property]) => ({
      name: key,
      required: schema.required?.includes(key) ?? false,
      description: property.description.replaceAll("|", "\\|"),
    }));
    const tables = readdirSync(join(root, "test/library/cases")).filter((table) => table.startsWith(`${name}.`));
    const differences = tables.sort().flatMap((table) => yaml(`test/library/cases/${table}`).flatMap(differencesOf));
    return { name, description: sentenceOf(description), risk: risk.level, kind, nameAliases: code(nameAliases), parameters, differences };
  });
}

/** The first sentence of a description, which says what a tool is for. */
function sentenceOf(description) {
  return /^.*?\.(?=\s|$)/s.exec(description)?.[0].replaceAll(/\s+/g, " ") ?? description;
}

/** A case's rows: one for both tools with a difference, unless there are two reasons. */
function differencesOf({ name, better, pi }) {
  const both = better !== undefined && pi !== undefined && pi.better === undefined;
  return [
    ...(better === undefined ? [] : [{ whose: both ? "Gemini CLI, pi" : "Gemini CLI", name, better }]),
    ...(pi?.better === undefined ? [] : [{ whose: "pi", name, better: pi.better }]),
  ];
}

function group(title, codes) {
  const entries = Object.entries(codes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { severity, help, explanation, ...entry }]) => ({
      ...{ code, severity, help: linked(help, "../"), explanation: linked(explanation, "../") },
      message: message(entry.message),
      example: shortExample(entry.example, help),
    }));
  return { title, slug: title.toLowerCase().replaceAll(" ", "-"), entries };
}

/**
 * Returns the mistake as one line of a spec: not a line that every example has, nor what the help shows already.
 * `toolgen explain CODE` prints the whole example.
 */
function shortExample(example, help) {
  const usual = [...exampleTool("command: [wc, -l]").trim().split("\n"), "handler: ./count.ts#count", ""];
  const lines = example.split("\n").filter((line) => !usual.includes(line));
  const isSpec = /[:*&[]/.test(lines[0]) && !lines[0].includes("`");
  return lines.length === 1 && isSpec && !/`[^`]*: /.test(help) ? lines[0].trim() : undefined;
}

/** A message with its placeholders shown as their content: ‹name›. */
function message({ parts, holes }) {
  return parts.map((part, i) => part + (i < holes.length ? `‹${holes[i]}›` : "")).join("");
}

/** A table for each document: the keys that no table before it has, and the names of the others. */
function keyTables(documents) {
  const known = new Map();
  const idOf = ({ key, type, description }) => JSON.stringify([key, type, description]);
  return documents.map(([title, schema]) => {
    const all = rows(schema, "");
    const [repeated, own] = [true, false].map((is) => all.filter((row) => known.has(idOf(row)) === is));
    const owners = [...new Set(repeated.map((row) => known.get(idOf(row))))];
    for (const row of own) known.set(idOf(row), title);
    const same = owners.map((owner) => ({
      owner: owner.replace(/^A /, "a "),
      anchor: owner.toLowerCase().replaceAll(" ", "-"),
      keys: repeated.filter((row) => known.get(idOf(row)) === owner && !row.key.includes(".")).map(({ key }) => `\`${key}\``),
    }));
    return {
      title,
      rows: joinSiblings(own.filter((row) => !endsOf(row.key).some((key) => known.has(idOf({ ...row, key }))))),
      same: same.filter(({ keys }) => keys.length > 0).map((one) => ({ ...one, keys: one.keys.join(" ") })),
    };
  });
}

/** `shell.sh` and `sh` of `plan.shell.sh`: if it has the same row, the longer key needs none. */
function endsOf(key) {
  return key.split(".").flatMap((_, i, words) => (i > 0 && i < words.length - 1 ? [words.slice(i).join(".")] : []));
}

/** Rows that differ in one part of the key become one row: `targets.{gemini,mcp}.include`, `lint.{a,b}`. */
function joinSiblings(rows) {
  return [1, 0].reduce((joined, fromEnd) => joinPart(joined, fromEnd), rows);
}

function joinPart(rows, fromEnd) {
  const groups = new Map();
  for (const row of rows) {
    const words = row.key.split(".");
    const at = words.length - 1 - fromEnd;
    const same = words.length === 1 ? row.key : JSON.stringify([words.toSpliced(at, 1, "*"), row.type, row.description]);
    groups.set(same, [...(groups.get(same) ?? []), { ...row, words, at }]);
  }
  return [...groups.values()].map((group) => {
    const [{ words, at, ...row }] = group;
    const parts = `{${group.map((one) => one.words[at]).join(",")}}`;
    return group.length === 1 ? row : { ...row, key: words.toSpliced(at, 1, parts).join(".") };
  });
}

/** A row for every key of an object schema, those of inner objects under their own path. */
function rows(schema, prefix) {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const path = prefix + key;
    const later = property.description.endsWith("(Not built by this version yet.)");
    const text = property.description.replace(/ \(Not built by this version yet\.\)$/, "").replaceAll("|", "\\|");
    const objects = [property, property.items, property.additionalProperties, ...(property.anyOf ?? [])].filter((s) => s?.properties);
    return [
      { key: path, type: later ? "*later*" : type(property, text), description: text },
      ...objects.flatMap((inner) => rows(inner, `${path}.`)),
    ];
  });
}

function type(schema, description) {
  // Words that the description explains one by one.
  if (schema.enum?.length > 9 && schema.enum.every((value) => description.includes(value))) return "word";
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(" ");
  if ("const" in schema) return `\`${schema.const}\``;
  if (schema.anyOf) return schema.anyOf.map((one) => type(one, description)).join(" or ");
  if (schema.type === "array") return `list of ${type(schema.items, description)}`;
  if (schema.type === "object")
    return typeof schema.additionalProperties === "object" ? `map of ${type(schema.additionalProperties, description)}` : "map";
  if (Array.isArray(schema.type)) return "text";
  return schema.type ?? "any value";
}

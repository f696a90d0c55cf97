import { basename } from "node:path";
import { moduleFormat } from "../../../call/tool-index.js";
import type { Assets } from "../../../contract/host.js";
import type { JsonObject } from "../../../contract/json-value.js";
import { fileBase } from "../../../contract/names.js";
import type { Risk } from "../../../contract/risk.js";
import type { Model } from "../../model.js";
import { asset, defineEmitter, type OutputFile, type PrintPart } from "../../output-file.js";
import { type HandlerBundle, type ToolModel, toolDescription } from "../../tool-model.js";
import { printJson, printJsonLines, scriptHeader } from "../print/literal.js";
import { renderTemplate } from "../print/render-template.js";
import { fileOfTool, fileOfTools } from "../print/tool-file.js";

/**
 * The programs that clients start, on bare Node: `bin/discover`, `bin/call`, and one small module for each tool, so
 * that a call loads one tool whatever their number. `bin/package.json` declares them as CommonJS: without it, Node
 * reads files without an extension by the project's own `type`.
 */
export const bin = defineEmitter({
  name: "bin",
  emit: (model, assets, { part }) => [
    { path: "bin/call", text: asset(assets, "call-start.cjs"), executable: true },
    { path: "bin/call.cjs", text: asset(assets, "call.cjs"), executable: false },
    { path: "bin/discover", text: asset(assets, "discover.cjs"), executable: true },
    ...readLater.map((file) => ({ path: `bin/${file}`, text: asset(assets, file), executable: false })),
    { path: "bin/validation.cjs", text: asset(assets, "validation.cjs"), executable: false },
    { path: "bin/LICENCES.txt", text: asset(assets, "licences.txt"), executable: false },
    { path: "bin/package.json", text: printJson({ type: "commonjs" }), executable: false },
    { path: "bin/tools.json", text: toolIndex(model), executable: false, shared: true },
    fileOfTools("bin/declarations.json", () => declarations(model, part)),
    ...(model.tools.some((tool) => part(tool, "http", () => String(tool.definition.http !== undefined)) === "true") ||
    model.resources.some(({ tool }) => tool.definition.http !== undefined) ||
    model.handlers.some(({ code }) => code.includes(`("../http.cjs")`))
      ? httpFiles(assets)
      : []),
    ...(model.tools.some((tool) => part(tool, "guard", () => String(tool.definition.guard !== undefined)) === "true")
      ? guardFiles(assets)
      : []),
    ...model.tools.map((tool) =>
      fileOfTool({ path: `bin/tools/${fileBase(tool.name)}.cjs`, tool, part, print: () => toolModule(tool, model) }),
    ),
    ...mcpFiles(calledServers(model.tools, part), assets),
    ...(model.handlers.length > 0 || calledServers(model.tools, part).length > 0
      ? handlerLoaders.map((file) => ({ path: `bin/${file}`, text: asset(assets, file), executable: false }))
      : []),
    ...model.handlers.flatMap(handlerFiles),
  ],
});

/** Files that `call`, the hook and the MCP server load on demand. */
const readLater: readonly string[] = ["rare.cjs", "repairs.cjs", "results.cjs", "settings.cjs", "usual-repairs.cjs"];

/** Files that load a handler's bundle: into a process for many calls, and into that of a call. */
const handlerLoaders: readonly string[] = ["in-call.cjs", "kept.cjs"];

/** Modules of the tools that clients execute themselves, for commands that only inspect arguments. */
export const hosted = defineEmitter({
  name: "hosted",
  emit: (model) =>
    model.hosted.map((tool) => ({ path: `bin/tools/${fileBase(tool.name)}.cjs`, text: toolModule(tool, model), executable: false })),
});

/** The code that sends requests: only if a tool does, or a handler, whose bundle then names it. */
const httpFiles = (assets: Assets): readonly OutputFile[] => [
  { path: "bin/http.cjs", text: asset(assets, "http.cjs"), executable: false },
  { path: "bin/proxy.cjs", text: asset(assets, "proxy.cjs"), executable: false },
  { path: "bin/LICENCES-http.txt", text: asset(assets, "proxy-licences.txt"), executable: false },
];

/** The servers that tools call, by name. */
const calledServers = (tools: Model["tools"], part: PrintPart): readonly string[] =>
  [...new Set(tools.map((tool) => part(tool, "mcp-called", () => tool.definition.mcp?.server.name ?? "")))]
    .filter((name) => name !== "")
    .sort();

/** Calls MCP servers, only if a tool does: a handler for each server, so that each has processes of its own. */
function mcpFiles(servers: readonly string[], assets: Assets): readonly OutputFile[] {
  if (servers.length === 0) return [];
  return [
    { path: "bin/mcp-call.cjs", text: asset(assets, "mcp-call.cjs"), executable: false },
    { path: "bin/mcp-client.cjs", text: asset(assets, "mcp-client.cjs"), executable: false },
    { path: "bin/LICENCES-mcp.txt", text: asset(assets, "mcp-call-licences.txt"), executable: false },
    ...servers.map((name) => ({ path: `bin/handlers/mcp.${name}.cjs`, text: mcpHandler, executable: false })),
  ];
}

const mcpHandler = `${scriptHeader()}\nrequire("../mcp-call.cjs");\n`;

/** The code that guards shell commands: only if a tool's spec has a guard. */
const guardFiles = (assets: Assets): readonly OutputFile[] => [
  { path: "bin/guard.cjs", text: asset(assets, "guard.cjs"), executable: false },
  { path: "bin/guard-rare.cjs", text: asset(assets, "guard-rare.cjs"), executable: false },
  { path: "bin/LICENCES-guard.txt", text: asset(assets, "guard-licences.txt"), executable: false },
];

/** Returns the index that a call reads only if the given name has no module: every name, and the aliases. */
function toolIndex(model: Model): string {
  const aliases = Object.fromEntries(model.tools.flatMap((tool) => tool.nameAliases.map((alias) => [alias, tool.name])));
  const audit = model.project.audit ? { audit: true } : {};
  return printJson({ format: moduleFormat, project: projectFrom(model), ...audit, names: model.tools.map((tool) => tool.name), aliases });
}

/** Returns the file that an embedding program's registry reads on first use of the tools: one line for each tool. */
function declarations({ tools }: Model, part: PrintPart): string {
  const declared = tools.map((tool) => part(tool, "declared", () => JSON.stringify(declaredTool(tool))));
  return `{"format":${moduleFormat},"tools":${printJsonLines(declared).trimEnd()}}\n`;
}

function declaredTool(tool: ToolModel) {
  const { displayName, kind, definition, schema } = tool;
  const locations = tool.locations.map(({ path, line }) => (line === undefined ? { path } : { path, line }));
  return {
    displayName,
    kind,
    risk: declaredRisk(definition.risk),
    locations,
    declaration: { name: tool.name, description: toolDescription(tool), parametersJsonSchema: schema },
  };
}

/** Rules and templates stay with the definition: they are about calls. */
function declaredRisk({ level, requiresConfirmation, impactDescription, category }: Risk) {
  return {
    level,
    requiresConfirmation,
    ...(impactDescription === undefined ? {} : { impactDescription }),
    ...(category === undefined ? {} : { category }),
  };
}

/**
 * Counts characters as JSON Schema does (a surrogate pair is one), instead of ajv's module: one more file would double
 * the cost of loading a tool.
 */
const countCharacters = "((text) => { let count = 0; for (const _ of text) count++; return count; })";

/** A tool's module. `bin` is the relative path from it to the folder `bin/`. */
export function toolModule(tool: ToolModel, model: Model, bin = ".."): string {
  return renderTemplate("bin/tool.cjs.hbs", {
    format: String(moduleFormat),
    header: scriptHeader(tool.source.file.path),
    validator: onBareNode(tool.validator, bin),
    outputValidator: onBareNode(tool.outputValidator ?? "", bin),
    quickToCheck: isQuickToCheck(tool.schema),
    definition: JSON.stringify(tool.definition),
    project: JSON.stringify(projectFrom(model)),
  });
}

/**
 * Returns true if checking short arguments can't take long. A build accepts no pattern that is slow for them, so only a
 * schema that refers to itself can multiply the work: each level of the arguments, by the alternatives of a union.
 */
const isQuickToCheck = (schema: JsonObject) => !/"\$(?:ref|dynamicRef)":/.test(JSON.stringify(schema));

/** A handler's bundle, with a source map beside it, which Node reads when an error is shown. */
function handlerFiles({ tool, code, map }: HandlerBundle): readonly OutputFile[] {
  const path = `bin/handlers/${fileBase(tool)}.cjs`;
  if (map === undefined) return [{ path, text: code, executable: false }];
  const text = `${code}//# sourceMappingURL=${basename(path)}.map\n`;
  return [
    { path, text, executable: false },
    { path: `${path}.map`, text: map, executable: false },
  ];
}

/** A validator's source, with ajv's modules as they are in `bin/`. */
const onBareNode = (validator: string, bin: string) =>
  validator
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', countCharacters)
    .replace(/require\("((?:ajv|ajv-formats)\/[^"]+)"\)/g, (_, id: string) => `require("${bin}/validation.cjs")[${JSON.stringify(id)}]`);

/** The relative path from `bin/` to the project's root. */
function projectFrom(model: Model): string {
  const depth = model.project.output.split("/").length + 1;
  return Array.from({ length: depth }, () => "..").join("/");
}

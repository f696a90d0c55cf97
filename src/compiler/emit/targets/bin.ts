import { basename } from "node:path";
import { beforeListing } from "../../../call/find-tool.js";
import { moduleFormat } from "../../../call/tool-index.js";
import type { Assets } from "../../../contract/host.js";
import { schemaChange } from "../../../contract/json-schema.js";
import type { JsonObject } from "../../../contract/json-value.js";
import { fileBase } from "../../../contract/names.js";
import type { Risk } from "../../../contract/risk.js";
import { schemaObjects } from "../../json-schema/subschemas.js";
import type { Model } from "../../model.js";
import { assetFile, defineEmitter, type OutputFile, type PrintPart } from "../../output-file.js";
import type { HandlerBundle, ToolModel } from "../../tool-model.js";
import { printJson, scriptHeader } from "../print/literal.js";
import { renderTemplate } from "../print/render-template.js";
import { fileOfTool, fileOfTools } from "../print/tool-file.js";
import { featureFiles } from "./features.js";
import { listingLine, mcpTool } from "./mcp-tool.js";

/**
 * The programs that clients start, on bare Node: `bin/discover`, `bin/call`, and one small module for each tool, so
 * that a call loads one tool whatever their number. `bin/package.json` declares them as CommonJS: without it, Node
 * reads files without an extension by the project's own `type`.
 */
export const bin = defineEmitter({
  name: "bin",
  emit: (model, assets, { part }) => [
    assetFile(assets, "call-start.cjs", "bin/call", true),
    assetFile(assets, "call.cjs", "bin/call.cjs"),
    assetFile(assets, "discover.cjs", "bin/discover", true),
    ...readLater.map((file) => assetFile(assets, file, `bin/${file}`)),
    ...(model.tools.some((tool) => part(tool, "validation", () => String(usesValidation(tool))) === "true")
      ? [assetFile(assets, "validation.cjs", "bin/validation.cjs")]
      : []),
    { path: "bin/package.json", text: printJson({ type: "commonjs" }), executable: false },
    fileOfTools("bin/tools.json", () => toolList(model, part)),
    ...(model.tools.some((tool) => part(tool, "http", () => String(tool.definition.http !== undefined)) === "true") ||
    model.resources.some(({ tool }) => tool.definition.http !== undefined) ||
    model.handlers.some(({ code }) => code.includes(`("../http.cjs")`))
      ? [assetFile(assets, "http.cjs", "bin/http.cjs"), ...featureFiles("bin", model, assets)]
      : []),
    ...(model.tools.some((tool) => part(tool, "guard", () => String(tool.definition.guard !== undefined)) === "true")
      ? guardFiles(assets)
      : []),
    ...model.tools.map((tool) =>
      fileOfTool({ path: `bin/tools/${fileBase(tool.name)}.cjs`, tool, part, print: () => toolModule(tool, model) }),
    ),
    ...mcpFiles(calledServers(model.tools, part), assets),
    ...(model.handlers.length > 0 || calledServers(model.tools, part).length > 0
      ? handlerLoaders.map((file) => assetFile(assets, file, `bin/${file}`))
      : []),
    ...model.handlers.flatMap(handlerFiles),
  ],
});

/** Files that `call`, the hook and the MCP server load on demand. */
const readLater: readonly string[] = ["late.cjs", "rare.cjs"];

/** Files that load a handler's bundle: into a process for many calls, and into that of a call. */
const handlerLoaders: readonly string[] = ["in-call.cjs", "kept.cjs"];

/** Modules of the tools that clients execute themselves, for commands that only inspect arguments. */
export const hosted = defineEmitter({
  name: "hosted",
  emit: (model) =>
    model.hosted.map((tool) => ({ path: `bin/tools/${fileBase(tool.name)}.cjs`, text: toolModule(tool, model), executable: false })),
});

/** The servers that tools call, by name. */
const calledServers = (tools: Model["tools"], part: PrintPart): readonly string[] =>
  [...new Set(tools.map((tool) => part(tool, "mcp-called", () => tool.definition.mcp?.server.name ?? "")))]
    .filter((name) => name !== "")
    .sort();

/** Calls MCP servers, only if a tool does: a handler for each server, so that each has processes of its own. */
function mcpFiles(servers: readonly string[], assets: Assets): readonly OutputFile[] {
  if (servers.length === 0) return [];
  return [
    assetFile(assets, "mcp-call.cjs", "bin/mcp-call.cjs"),
    assetFile(assets, "mcp-client.cjs", "bin/mcp-client.cjs"),
    ...servers.map((name) => ({ path: `bin/handlers/mcp.${name}.cjs`, text: mcpHandler, executable: false })),
  ];
}

const mcpHandler = `${scriptHeader()}\nrequire("../mcp-call.cjs");\n`;

/** The code that guards shell commands: only if a tool's spec has a guard. */
const guardFiles = (assets: Assets): readonly OutputFile[] => [
  assetFile(assets, "guard.cjs", "bin/guard.cjs"),
  assetFile(assets, "guard-rare.cjs", "bin/guard-rare.cjs"),
];

/** Prints the list of all tools: two lines for each, so that a change of one is few lines of a diff. */
function toolList(model: Model, part: PrintPart): string {
  const aliases = Object.fromEntries(model.tools.flatMap((tool) => tool.nameAliases.map((alias) => [alias, tool.name])));
  const audit = model.project.audit ? { audit: true } : {};
  const head = JSON.stringify({ format: moduleFormat, project: projectFrom(model), ...audit, aliases });
  const tools = model.tools.map((tool) => {
    const facts = part(tool, "facts", () => JSON.stringify(toolFacts(tool)));
    return `${facts.slice(0, -1)},${beforeListing}\n${listingLine(tool, part)}\n}`;
  });
  return `${head.slice(0, -1)},"tools":[\n${tools.join(",\n")}\n]}\n`;
}

/** The facts about a tool that are in the list besides its listing. */
function toolFacts(tool: ToolModel) {
  const listing = mcpTool(tool);
  const locations = tool.locations.map(({ path, line }) => (line === undefined ? { path } : { path, line }));
  const open = schemaChange(listing.inputSchema, schemaObjects(tool.openSchema));
  const schema = schemaChange(listing.inputSchema, tool.schema);
  return { kind: tool.kind, risk: declaredRisk(tool.definition.risk), locations, open, schema };
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

/** Returns true if a tool's validators need ajv's modules. */
const usesValidation = ({ validator, outputValidator = "" }: ToolModel) =>
  [validator, outputValidator].some((code) => onBareNode(code, "..").includes("/validation.cjs"));

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
function handlerFiles({ tool, code, map, ...made }: HandlerBundle): readonly OutputFile[] {
  const path = `bin/handlers/${fileBase(tool)}.cjs`;
  if (map === undefined) return [{ path, text: code, executable: false, ...made }];
  const text = `${code}//# sourceMappingURL=${basename(path)}.map\n`;
  return [
    { path, text, executable: false, ...made },
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

import { maskedNames } from "../../../call/audit-log.js";
import type { ExitMeaning, OutputRules, ToolDefinition } from "../../../contract/definition.js";
import { deepEqual, isJsonObject, type JsonObject } from "../../../contract/json-value.js";
import type { RiskLevel } from "../../../contract/risk.js";
import { parameterNames, parseSelector, variants } from "../../../contract/schema-variants.js";
import { declaredName } from "../../../contract/surface-change.js";
import type { TextTemplate } from "../../../contract/text-template.js";
import { type ToolModel, toolDefaults } from "../../tool-model.js";
import { scriptsOf } from "../execution/scripts.js";
import type { CheckedTemplates } from "../execution/templates.js";
import type { BackgroundSpec, SandboxSpec } from "../language/execution-shapes.js";
import { describedSecrets, longOutput, lowerLocations, lowerPaths, optionalSecrets } from "../language/long-forms.js";
import type { CheckedSchema, ToolContext, ToolSpec } from "../language/tool-context.js";
import { pointerSteps } from "../schema/schema-problems.js";
import { lowerElicit, lowerGuard } from "./lower-elicit.js";
import { lowerPlatforms, lowerRequires, passedOn } from "./lower-platforms.js";
import { lowerRepair } from "./lower-repair.js";
import { lowerRisk, riskModel } from "./lower-risk.js";
import { openSchema } from "./open-schema.js";

/** Fills in all defaults of the language and resolves all names, so that later stages decide nothing. */
export function lower(tool: ToolContext, found: ToolFindings): ToolModel {
  const { spec, document, project } = tool;
  const { schema, compiled, dialect } = found.checked;
  const name = spec.name ?? "";
  const repair = lowerRepair(spec, schema);
  const paths = lowerPaths(spec);
  const risk = lowerRisk(spec, {
    atLeast: found.leastRisk,
    values: found.values,
    impacts: found.impacts,
  });
  const kind = spec.kind ?? "other";
  return {
    name,
    displayName: spec.displayName ?? displayName(name),
    description: (spec.description ?? "").trim(),
    kind,
    nameAliases: spec.nameAliases ?? [],
    toolsets: spec.toolsets ?? [],
    risk: riskModel(risk),
    annotations: spec.annotations ?? {},
    listing: lowerListing(spec),
    schema,
    ...(dialect !== undefined && { dialect }),
    openSchema: openSchema(schema, repair),
    validator: compiled.source,
    outputValidator: found.output?.compiled.source,
    locations: lowerLocations(spec),
    dashes: found.dashes,
    requires: lowerRequires(spec),
    values: found.values,
    data: spec.data ?? [],
    ...lowerExamples(tool),
    definition: {
      name,
      kind,
      risk,
      ...(spec.annotations === undefined ? {} : { annotations: spec.annotations }),
      ...lowerScopes(spec),
      params: parameterNames(schema),
      ...repair,
      mutuallyExclusive: spec.mutuallyExclusive ?? [],
      ...lowerElicit(spec, schema),
      defaults: defaultsOf(schema),
      paths,
      ...(found.command === undefined ? {} : { command: found.command }),
      ...(found.http === undefined ? {} : { http: found.http }),
      ...(found.mcp === undefined ? {} : { mcp: found.mcp.call }),
      ...(found.command?.handler === undefined ? {} : lowerCode(spec)),
      ...(spec.warm === false ? { warm: false } : {}),
      ...(found.guards.length === 0 ? {} : { guards: found.guards }),
      cwd: found.cwd,
      stdin: found.stdin,
      env: { pass: [...passedOn(tool, spec.env), ...(found.mcp?.model.pass ?? [])], set: found.envSet },
      ...secretsOf(spec, found),
      ...optionalSecrets(spec.secrets),
      ...(found.tempFiles.length === 0 ? {} : { tempFiles: found.tempFiles }),
      ...(found.tempDir ? { tempDir: true } : {}),
      ...lowerBackground(spec.background, name),
      ...lowerGuard(spec.guard),
      ...lowerSandbox(spec.sandbox, { globs: project.specs, templates: found }),
      timeoutMs: Math.min(spec.timeout ?? toolDefaults.timeoutMs, project.limits.timeoutMs ?? Number.POSITIVE_INFINITY),
      exitCodes: lowerExitCodes(spec),
      output: lowerOutput(spec, {
        limit: project.limits.maxBytes,
        schema: found.output?.schema,
        file: found.outputFile,
        display: found.display,
      }),
      summary: found.summary,
      ...lowerPlatforms(tool, found),
      ...hiddenIn(schema),
      specDir: directory(document.file.path),
      spec: document.file.path,
      project: { roots: project.roots, output: project.output, specPatterns: project.specPatterns },
    },
    ...(found.mcp === undefined ? {} : { serverTool: declaredName(found.mcp.call.server.name, found.mcp.call.tool) }),
    ...(found.handler === undefined ? {} : { handler: found.handler }),
    ...(spec.host === undefined ? {} : { host: spec.host }),
    ...scriptsOf(tool),
    source: { file: document.file, nameSpan: tool.at(["name"]) },
  };
}

/** The entry of a server has the secrets of its tools. */
function secretsOf({ secrets }: ToolSpec, { mcp }: ToolFindings): Pick<ToolDefinition, "secrets"> {
  const ofServer = mcp?.model.secrets ?? {};
  if (Object.keys(ofServer).length > 0) return { secrets: ofServer };
  return secrets === undefined ? {} : { secrets: describedSecrets(secrets) };
}

function lowerScopes({ scopes = [] }: ToolSpec): Pick<ToolDefinition, "scopes"> {
  return scopes.length === 0 ? {} : { scopes: [...new Set(scopes)].sort() };
}

function hiddenIn(schema: JsonObject): Pick<ToolDefinition, "hidden"> {
  const hidden = maskedNames(schema);
  return hidden.length === 0 ? {} : { hidden };
}

/** `search_text` → `Search Text` */
export function displayName(name: string): string {
  return name
    .split(/[_-]+|(?<=[a-z0-9])(?=[A-Z])/)
    .filter((word) => word !== "")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/** With several parameters, it is unknown which one is the command. */
function lowerCode({ code = {} }: ToolSpec): Pick<ToolDefinition, "code"> {
  const [only, ...others] = Object.entries(code);
  return only === undefined || others.length > 0 ? {} : { code: { param: parseSelector(only[0]), program: only[1] } };
}

/** If branches declare a parameter differently, it has a default only if all of them have the same one. */
function defaultsOf(schema: JsonObject): JsonObject {
  const [first, ...others] = variants({ root: schema, schema }).map(({ properties }) => (isJsonObject(properties) ? properties : {}));
  const defaults = Object.entries(first ?? {}).flatMap(([key, p]) =>
    isJsonObject(p) && p.default !== undefined ? [[key, p.default] as const] : [],
  );
  const shared = defaults.filter(([key, value]) => others.every((o) => isJsonObject(o[key]) && deepEqual(o[key].default, value)));
  return Object.fromEntries(shared);
}

function lowerExitCodes(spec: ToolSpec): Readonly<Record<string, ExitMeaning>> {
  return Object.fromEntries(
    Object.entries(spec.exitCodes ?? spec.statusCodes ?? {}).map(([code, meaning]) => [
      code,
      typeof meaning === "string" ? { text: meaning, failure: false } : { text: meaning.error, failure: true },
    ]),
  );
}

function directory(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "." : path.slice(0, slash);
}

/** Returns the members that a spec adds to its tool, prompt or resource in lists of MCP. */
function lowerListing({ icons, meta }: Pick<ToolSpec, "icons" | "meta">): JsonObject {
  const shown = icons?.map((icon): JsonObject => ({ ...icon }));
  return { ...(shown !== undefined && { icons: shown }), ...(meta !== undefined && { _meta: meta }) };
}

interface FoundOutput {
  /** The project's limit of `maxBytes`. */
  readonly limit: number | undefined;
  readonly schema: JsonObject | undefined;
  readonly file: TextTemplate | undefined;
  readonly display: TextTemplate | undefined;
}

/** Returns how an output is read, and where it is cut: by default after 2,000 lines or 50,000 bytes. */
function lowerOutput(spec: ToolSpec, { limit, schema, file, display }: FoundOutput): OutputRules {
  const long = longOutput(spec);
  return {
    format: long.format ?? "text",
    ...(long.mimeType === undefined ? {} : { mimeType: long.mimeType }),
    ...(long.select === undefined ? {} : { select: pointerSteps(long.select) }),
    ...(schema === undefined ? {} : { schema }),
    ...(long.headers === undefined ? {} : { headers: long.headers }),
    ...(file === undefined ? {} : { file }),
    stderr: long.stderr ?? "onError",
    maxLines: long.maxLines ?? toolDefaults.maxLines,
    maxBytes: long.maxBytes ?? Math.min(toolDefaults.maxBytes, limit ?? toolDefaults.maxBytes),
    keep: long.keep ?? "head",
    ...(long.display === "diff" ? { display: "diff" } : display === undefined ? {} : { display }),
    ...(long.preview ? { preview: true } : {}),
  };
}

/** The word of `chooses` for no tool. */
const noTool = "none";

/** Separates examples that are calls from those that only say what a model should choose for a prompt. */
function lowerExamples(tool: ToolContext): Pick<ToolModel, "examples" | "otherChoices"> {
  const all = (tool.spec.examples ?? []).map((example, index) => {
    const { name = `example ${index + 1}`, prompt = [], chooses } = example;
    return { example, index, chooses, shared: { name, prompts: typeof prompt === "string" ? [prompt] : prompt } };
  });
  return {
    examples: all
      .filter(({ chooses }) => chooses === undefined)
      .map(({ example, index, shared }) => ({
        ...shared,
        span: tool.at(["examples", index]),
        params: example.params ?? {},
        given: example.given ?? {},
        expect: example.expect ?? {},
        keyPositions: Object.fromEntries([
          ...["params", "given"].map((key) => [key, tool.at(["examples", index, key], "key").start] as const),
          ...Object.keys(example.expect ?? {}).map((key) => [key, tool.at(["examples", index, "expect", key], "key").start] as const),
        ]),
      })),
    otherChoices: all
      .filter(({ chooses }) => chooses !== undefined)
      .map(({ index, chooses, shared }) => ({
        ...shared,
        span: tool.at(["examples", index, "chooses"]),
        tool: chooses === noTool ? undefined : chooses,
      })),
  };
}

/** The findings about a tool besides its plain keys. */
export interface ToolFindings extends Omit<CheckedTemplates, "unguarded"> {
  readonly checked: CheckedSchema;
  readonly leastRisk: RiskLevel;
  /** The result's schema, if the spec declares one. */
  readonly output: CheckedSchema | undefined;
}

/**
 * The data that a sandbox depends on besides itself: the globs that find the project's specs, and the compiled
 * templates of the tool.
 */
interface Beside {
  readonly globs: readonly string[];
  readonly templates: Pick<ToolFindings, "command" | "platforms" | "cwd" | "stdin" | "envSet" | "tempFiles">;
}

/** A sandbox with its defaults. */
function lowerSandbox(sandbox: SandboxSpec | undefined, { globs, templates }: Beside): Pick<ToolDefinition, "sandbox"> {
  if (sandbox === undefined) return {};
  const { write = "none", read = "workspace", network = false } = sandbox;
  const { command, platforms, cwd, stdin, envSet, tempFiles } = templates;
  const names = JSON.stringify([command, platforms, cwd, stdin, envSet, tempFiles]);
  const specDir = names.includes('"specDir":true') || names.includes('"from":"call","name":"specDir"');
  return { sandbox: { write, read, network, specDir, specs: [...new Set(globs.map(fixedFolder))].sort() } };
}

/** `tools.d` of `tools.d/**\/*.yaml`; a glob without wildcards is a file. */
function fixedFolder(glob: string): string {
  const steps = glob.split("/").filter((step) => step !== "" && step !== ".");
  const first = steps.findIndex((step) => /[*?[\]{}()!+@|\\]/.test(step));
  return (first === -1 ? steps : steps.slice(0, first)).join("/") || ".";
}

/** `true` is short for the defaults. */
function lowerBackground(background: BackgroundSpec | boolean | undefined, name: string): Pick<ToolDefinition, "background"> {
  if (background === undefined || background === false) return {};
  const { readyWhen, maxAge = 8 * 3_600_000, stopSignal = "SIGTERM" } = background === true ? {} : background;
  return { background: { does: "start", of: name, ...(readyWhen === undefined ? {} : { readyWhen }), maxAgeMs: maxAge, stopSignal } };
}

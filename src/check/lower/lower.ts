import type { ToolModel } from "../../model/tool.js";
import type { ExitMeaning, ToolDefinition } from "../../runtime/contract/definition.js";
import { deepEqual } from "../../runtime/json/deep-equal.js";
import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";
import { maskedNames } from "../../runtime/telemetry/audit/masked-names.js";
import { openSchema } from "../client-schema/open-schema.js";
import { scriptsOf } from "../command/scripts.js";
import { describedSecrets, optionalSecrets } from "../command/secret-names.js";
import type { ToolContext } from "../context.js";
import type { ToolSpec } from "../language/tool-spec.js";
import { parameterNames, parseSelector, variants } from "../schema/types.js";
import { lowerListing } from "./listing.js";
import { lowerBackground } from "./lower-background.js";
import { lowerElicit } from "./lower-elicit.js";
import { lowerExamples } from "./lower-examples.js";
import { lowerGuard } from "./lower-guard.js";
import { lowerOutput } from "./lower-output.js";
import { lowerLocations, lowerPaths } from "./lower-paths.js";
import { lowerPlatforms, lowerRequires, passedOn } from "./lower-platforms.js";
import { lowerRepair } from "./lower-repair.js";
import { lowerRisk, riskModel } from "./lower-risk.js";
import { lowerSandbox } from "./lower-sandbox.js";
import type { ToolFindings } from "./tool-findings.js";

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
      timeoutMs: Math.min(spec.timeout ?? 60_000, project.limits.timeoutMs ?? Number.POSITIVE_INFINITY),
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

import picomatch from "picomatch";
import { readSettings, type Settings } from "../call/risk-settings.js";
import type { Diagnostic, Result } from "../contract/diagnostic.js";
import { diagnostic } from "../contract/diagnostic-codes.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";
import { closest } from "../contract/names.js";
import { principalName } from "../contract/risk.js";
import { locate, type NodePath, nodeAt, type SpecDocument } from "../contract/spec-node.js";
import { ownClasses, type ProgramRow } from "../programs/place-class.js";
import { isListed } from "../programs/uses.js";
import { type ConfigSpec, configShape } from "./check/language/config-shape.js";
import { decodeNode } from "./check/language/decode-node.js";
import { holdsSpecs, isInRange, protectedBy } from "./check/language/formats.js";
import { checkLibrary, sandboxesOf } from "./check/project/check-library.js";
import { checkMcpServers } from "./check/project/mcp-servers.js";
import { slowPatterns } from "./check/rules/risk-rules.js";
import { subschemas } from "./json-schema/subschemas.js";
import {
  type BundleModel,
  type BundleName,
  byTarget,
  featureNames,
  isBuiltByDefault,
  type Model,
  type ProjectModel,
  providerFormats,
  runnableTools,
  type SkillSettings,
} from "./model.js";

/** The name of a project's configuration file, at its root. */
export const configFile = "toolgen.yaml";

/** The same, and `toolgen.lock`, as a regular expression over paths: no tool may write them. */
const projectFiles = "^toolgen\\.(?:yaml|lock)$";

/** The suggested content of that file if it is empty. */
export const emptyConfigHelp = "Write `version: 1` as its first line, or remove the file: a project can do without it.";

/** The default of `specs`. */
export const defaultSpecs: readonly string[] = ["tools.d/**/*.{yaml,yml,json}"];

/**
 * Checks `toolgen.yaml` and fills in its defaults; the file is optional. `library` are the tools that come with
 * toolgen.
 */
export function checkConfig(documents: readonly SpecDocument[], library: readonly string[]): Result<ProjectModel> {
  const [document, second] = documents;
  if (document === undefined) return [lowerConfig({}, noSettings), []];
  const [config = {}, problems] = decodeNode(document.root, configShape);
  const extra: Diagnostic[] = second === undefined ? [] : [diagnostic("second-document", second.root.span, {})];
  const workspace = config.roots?.workspace;
  const moved =
    workspace === undefined || workspace === "."
      ? []
      : [
          diagnostic("bad-value", locate(document.root, ["roots", "workspace"]), {
            value: workspace,
            expected: "'.': the workspace is where the client was started",
          }),
        ];
  const { confirm = {}, risk = {} } = config;
  const [settings, settingProblems] = checkSettings(document, { confirm, risk });
  const [libraryTools, unknown] = checkLibrary(document, { named: config.library ?? [], known: library });
  const [mcpServers, serverProblems] = checkMcpServers(document, config.mcpServers);
  const [programs, programProblems] = checkPrograms(document, config.programs);
  const unaudited = checkAudit(document, config.audit);
  const project = {
    ...lowerConfig(config, settings),
    library: libraryTools.map(({ name }) => name),
    sandboxes: sandboxesOf(libraryTools),
    mcpServers,
    programs,
  };
  const among = finding(project.specs).some((glob) => holdsSpecs(project.output, glob));
  const expected = "a folder in which `specs` finds nothing: outputs would be read as specs";
  const mixed = among ? [diagnostic("bad-value", locate(document.root, ["output"]), { value: project.output, expected })] : [];
  return [
    project,
    [...problems, ...extra, ...moved, ...mixed, ...unknown, ...settingProblems, ...serverProblems, ...programProblems, ...unaudited],
  ];
}

/** The globs that find files, without the negated ones. */
const finding = (globs: readonly string[]) => globs.filter((glob) => !glob.startsWith("!"));

const noSettings: Settings = { confirm: {}, overrides: {} };

function lowerConfig(config: ConfigSpec, riskSettings: Settings): ProjectModel {
  const specs = typeof config.specs === "string" ? [config.specs] : (config.specs ?? defaultSpecs);
  const { workspace: _workspace, ...roots } = config.roots ?? {};
  const selections = byTarget((name) => {
    const { include, exclude = [] } = config.targets?.[name] ?? {};
    return { isBuilt: isBuiltByDefault(name) || config.targets?.[name] !== undefined, include, exclude };
  });
  const bundle = (name: BundleName): BundleModel => {
    const { version = "0.0.0", description, author, files = [] } = config.targets?.[name] ?? {};
    return { ...selections[name], version, description, author, files };
  };
  return {
    compilers: config.toolgen,
    server: config.server ?? "toolgen",
    serverFrom: config.server === undefined ? "folder" : "settings",
    instructions: config.instructions?.trimEnd(),
    release: undefined,
    output: (config.output ?? "generated").replace(/^\.\//, "").replace(/\/+$/, ""),
    specs,
    library: [],
    sandboxes: {},
    roots,
    env: config.env ?? [],
    external: config.external ?? [],
    features: featureNames.filter((name) => config.features?.includes(name)),
    mcpServers: {},
    programs: {},
    specPatterns: [...finding(specs).flatMap(protectedBy), projectFiles],
    limits: { timeoutMs: config.limits?.timeout, maxBytes: config.limits?.maxBytes, requestBytes: config.limits?.request },
    targets: {
      ...selections,
      mcp: {
        ...{ ...selections.mcp, isNamed: config.targets?.mcp !== undefined },
        ...{ readOnly: config.targets?.mcp?.readOnly ?? false, pageSize: config.targets?.mcp?.pageSize },
      },
      gemini: { ...selections.gemini, classes: config.targets?.gemini?.classes ?? false },
      classes: { ...selections.classes, importExtension: config.targets?.classes?.importExtension },
      pi: { ...selections.pi, overrides: config.targets?.pi?.overrides ?? [] },
      providers: { ...selections.providers, formats: config.targets?.providers?.formats ?? providerFormats },
      "claude-plugin": bundle("claude-plugin"),
      "gemini-extension": bundle("gemini-extension"),
      "antigravity-plugin": bundle("antigravity-plugin"),
      mcpb: bundle("mcpb"),
      package: { ...bundle("package"), ...packageSettings(config.targets?.package, config.server) },
      skills: { ...selections.skills, ...skillSettings(config.targets?.skills) },
    },
    riskSettings,
    audit: config.audit === true,
  };
}

/** A package without a name is an error, which has been reported. */
const packageSettings = (
  { name, mcpName, license, repository }: Partial<NonNullable<NonNullable<ConfigSpec["targets"]>["package"]>> = {},
  server = "toolgen",
) => ({
  name: name ?? server,
  mcpName,
  license,
  repository,
});

const skillSettings = ({
  each = "toolset",
  description,
  toolsets = {},
  version,
  commands = false,
}: NonNullable<NonNullable<ConfigSpec["targets"]>["skills"]> = {}): SkillSettings => ({ each, description, toolsets, version, commands });

/** Returns true if the globs of `specs` find a file with this path, and none of those with `!` leaves it out. */
export function findsSpec(globs: readonly string[], path: string): boolean {
  const isMatch = (glob: string) => picomatch.isMatch(path, glob);
  const isLeftOut = globs.some((glob) => glob.startsWith("!") && isMatch(glob.slice(1)));
  return !isLeftOut && globs.some((glob) => !glob.startsWith("!") && isMatch(glob));
}

/** Checks `confirm` and `risk` of `toolgen.yaml`, which a user's settings file has too. */
function checkSettings(document: SpecDocument, spec: JsonObject): Result<Settings> {
  const { settings, problems } = readSettings(spec, { file: "toolgen.yaml" });
  const diagnostics = problems.map(({ path, message, isKey }) =>
    diagnostic("bad-setting", locate(document.root, path, isKey ? "key" : "value"), { problem: message }),
  );
  return [settings, [...diagnostics, ...slowConditions(document, spec)]];
}

/** The same rule as in `risk.rules`: patterns that decide calls must be fast. */
function slowConditions(document: SpecDocument, { risk }: JsonObject): readonly Diagnostic[] {
  return entriesOf(risk).flatMap(([target, given]) => {
    const list = Array.isArray(given) ? given.map((one, i) => ({ one, steps: [target, i] })) : [{ one: given, steps: [target] }];
    return list.flatMap(({ one, steps }) =>
      entriesOf(isJsonObject(one) ? one.when : undefined).flatMap(([param, wanted]) => {
        const at = (path: NodePath, part?: "key" | "value") => locate(document.root, ["risk", ...steps, "when", param, ...path], part);
        return isJsonObject(wanted) ? subschemas(wanted).flatMap((subschema) => slowPatterns(subschema, at)) : [];
      }),
    );
  });
}

const entriesOf = (value: JsonValue | undefined) => (isJsonObject(value) ? Object.entries(value) : []);

/** A project can turn the audit log on, and nothing else about it (docs/audit.md). */
function checkAudit(document: SpecDocument, audit: boolean | JsonObject | undefined): readonly Diagnostic[] {
  if (audit === undefined || audit === true) return [];
  const problem =
    audit === false
      ? "A project can turn the audit log on, not off. Leave `audit` out."
      : "A project can only say `audit: true`. Where the log is, how large it gets, and whether it has arguments, is for the user's own settings.";
  return [diagnostic("bad-setting", locate(document.root, ["audit"]), { problem })];
}

/** Settings for an unknown tool or resource, or for a parameter that the tool lacks, have no effect. */
export function checkSettingsMatch([document]: readonly SpecDocument[], model: Model): readonly Diagnostic[] {
  if (document === undefined) return [];
  const { project, hosted } = model;
  const all = [...runnableTools(model), ...hosted];
  const selectable = [...all.map(({ name }) => name), ...all.flatMap(({ toolsets }) => toolsets.map((name) => `toolset:${name}`)), "*"];
  return Object.entries(project.riskSettings.overrides).flatMap(([target, overrides]) => {
    if (!selectable.includes(target)) {
      const isServer = target.startsWith("server:");
      const what = isServer
        ? `'${target}' speaks of an MCP server of a program's registry, and only a user's own settings are asked there`
        : `There is no tool, resource or toolset '${target}'`;
      const values = { what };
      return [
        diagnostic("unmatched-setting", locate(document.root, ["risk", target], "key"), values, {
          didYouMean: closest(target, selectable),
        }),
      ];
    }
    const params = all.find(({ name }) => name === target)?.definition.params;
    return overrides.flatMap(({ when }, i) =>
      when.flatMap(({ param }) => {
        if (params === undefined || param === principalName || params.includes(param)) return [];
        const values = { what: `'${target}' has no parameter '${param}'` };
        const at = locate(document.root, ["risk", target, ...(overrides.length > 1 ? [i] : []), "when", param], "key");
        return [diagnostic("unmatched-setting", at, values, { didYouMean: closest(param, params) })];
      }),
    );
  });
}

type Programs = Readonly<Record<string, ProgramRow>>;

/**
 * Checks `programs` of toolgen.yaml. A row of the table can't be replaced: code, settings and names of programs stay
 * what they are.
 */
export function checkPrograms(document: SpecDocument, programs: Programs = {}): Result<Programs> {
  const rows = Object.entries(programs);
  const problems = rows.flatMap(([name, row]) => [
    ...(isListed(name) ? [diagnostic("known-program", locate(document.root, ["programs", name], "key"), { name })] : []),
    ...checkOptions(document, name, row),
    ...checkOperands(document, name, row),
  ]);
  return [Object.fromEntries(rows.filter(([name]) => !isListed(name))), problems];
}

/** An option has one class. */
function checkOptions({ root }: SpecDocument, name: string, row: ProgramRow): readonly Diagnostic[] {
  const seen = new Map<string, string>();
  return [...ownClasses, "flags" as const].flatMap((key) =>
    (row[key] ?? []).flatMap((option, i) => {
      const first = seen.get(option);
      seen.set(option, first ?? key);
      if (first === undefined) return [];
      const expected = `an option that isn't in '${first}' too`;
      return [diagnostic("bad-value", locate(root, ["programs", name, key, i]), { value: option, expected })];
    }),
  );
}

/** Only the last class can be that of all that follow. */
function checkOperands({ root }: SpecDocument, name: string, { operands = [] }: ProgramRow): readonly Diagnostic[] {
  return operands.slice(0, -1).flatMap((value, i) => {
    if (!value.endsWith("*")) return [];
    const expected = "a class without '*': only the last one can be that of all that follow";
    return [diagnostic("bad-value", locate(root, ["programs", name, "operands", i]), { value, expected })];
  });
}

/**
 * Refuses a compiler that `toolgen` in toolgen.yaml excludes. It reads only that key, before the others are checked: a
 * project for a later compiler may have unknown keys. An invalid range is reported with the other keys.
 */
export function checkCompilerRange(document: SpecDocument | undefined, version: string): Diagnostic | undefined {
  const range = document && nodeAt(document.root, ["toolgen"]);
  if (range?.kind !== "scalar" || isInRange(version, range.text) !== false) return undefined;
  const help = `Run \`npm install --save-dev "toolgen@${range.text.trim()}"\`, or change \`toolgen\` in toolgen.yaml.`;
  return diagnostic("wrong-compiler", range.span, { version, range: range.text }, { help });
}

import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic, Result } from "../../diagnostics/diagnostic.js";
import { providerFormats } from "../../model/provider-format.js";
import { type BundleName, byTarget, isBuiltByDefault } from "../../model/target-name.js";
import type { BundleModel, ProjectModel } from "../../model/tool.js";
import type { Settings } from "../../runtime/policy/read-settings.js";
import { locate, type SpecDocument } from "../../source/spec-node.js";
import { type ConfigSpec, configShape } from "../language/config-shape.js";
import { decodeNode } from "../language/decode-node.js";
import { checkLibrary, sandboxesOf } from "./check-library.js";
import { checkPrograms } from "./check-programs.js";
import { holdsSpecs, protectedBy } from "./glob.js";
import { checkMcpServers } from "./mcp-servers.js";
import { checkAudit, checkSettings } from "./settings.js";

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
    instructions: config.instructions?.trimEnd(),
    output: (config.output ?? "generated").replace(/^\.\//, "").replace(/\/+$/, ""),
    specs,
    library: [],
    sandboxes: {},
    roots,
    env: config.env ?? [],
    mcpServers: {},
    programs: {},
    specPatterns: [...finding(specs).flatMap(protectedBy), projectFiles],
    limits: { timeoutMs: config.limits?.timeout, maxBytes: config.limits?.maxBytes, requestBytes: config.limits?.request },
    targets: {
      ...selections,
      mcp: { ...selections.mcp, readOnly: config.targets?.mcp?.readOnly ?? false, pageSize: config.targets?.mcp?.pageSize },
      gemini: { ...selections.gemini, classes: config.targets?.gemini?.classes ?? false },
      pi: { ...selections.pi, overrides: config.targets?.pi?.overrides ?? [] },
      providers: { ...selections.providers, formats: config.targets?.providers?.formats ?? providerFormats },
      "claude-plugin": bundle("claude-plugin"),
      "gemini-extension": bundle("gemini-extension"),
      mcpb: bundle("mcpb"),
    },
    riskSettings,
    audit: config.audit === true,
  };
}

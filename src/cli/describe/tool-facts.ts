import type { TargetName } from "../../compiler/model.js";
import type { ToolModel } from "../../compiler/tool-model.js";
import type { CoerceRule, SandboxRules } from "../../contract/definition.js";
import { selectorText } from "../../contract/json-value.js";
import type { PlaceClass, PlacedValue } from "../../programs/place-class.js";
import { commandLines, describeMcpCall, describePlatforms, describeRequest, platformLines, requirementLines } from "./command-lines.js";
import { describeText, printSections, section } from "./describe-text.js";
import { describeGemini, geminiFacts, riskFacts, riskLines, riskWords, toolRiskFacts } from "./risk-facts.js";

/**
 * Returns the compiled tool as data. Clients that validate calls before they send them get `openSchema`, all others
 * `schema`.
 */
export function toolFacts(tool: ToolModel, targets: readonly TargetName[]) {
  const { definition, handler } = tool;
  const isHandled = definition.command?.handler !== undefined;
  const { mcp } = definition;
  return {
    name: tool.name,
    displayName: tool.displayName,
    description: tool.description,
    kind: tool.kind,
    risk: tool.risk.level,
    requiresConfirmation: tool.risk.requiresConfirmation,
    decision: toolRiskFacts(tool).decision,
    risks: riskFacts(tool),
    values: tool.values,
    nameAliases: tool.nameAliases,
    toolsets: tool.toolsets,
    scopes: definition.scopes ?? [],
    targets,
    source: tool.source.file.path,
    handler:
      handler === undefined ? (isHandled && mcp === undefined ? "comes with toolgen" : undefined) : `${handler.file}#${handler.exportName}`,
    command: isHandled ? [] : commandLines(definition, alwaysGiven(tool)),
    mcp: mcp === undefined ? undefined : describeMcpCall(mcp),
    request: definition.http === undefined ? undefined : describeRequest(definition.http),
    cwd: definition.cwd === undefined ? undefined : describeText(definition.cwd),
    stdin: definition.stdin === undefined || isHandled ? undefined : describeText(definition.stdin),
    env: {
      pass: definition.env.pass,
      set: Object.fromEntries(Object.entries(definition.env.set).map(([name, text]) => [name, describeText(text)])),
    },
    platforms: describePlatforms(tool, alwaysGiven(tool)),
    requires: tool.requires,
    dashes: tool.dashes,
    host: tool.host,
    aliases: Object.fromEntries(
      definition.aliases.map(({ target, names, nested = [] }) => [selectorText(target), [...names, ...nested.map(selectorText)]]),
    ),
    wrap: Object.fromEntries((definition.wrap ?? []).map(({ target, keys }) => [target, keys])),
    coerce: definition.coerce ?? [],
    ignore: definition.ignore.map(selectorText),
    ignoreIf: Object.fromEntries((definition.ignoreIf ?? []).map(({ target, values }) => [selectorText(target), values])),
    mutuallyExclusive: definition.mutuallyExclusive,
    paths: Object.fromEntries(definition.paths.map(({ target, ...rule }) => [selectorText(target), rule])),
    sandbox: definition.sandbox,
    background: definition.background,
    timeoutMs: definition.timeoutMs,
    output: definition.output,
    exitCodes: definition.exitCodes,
    schema: tool.schema,
    // Only that client gets its own tools.
    ...(tool.host === undefined && { openSchema: tool.openSchema, gemini: geminiFacts(tool) }),
  };
}

/** Describes a compiled tool for users. */
export function describeTool(tool: ToolModel, targets: readonly TargetName[]): string {
  const facts = toolFacts(tool, targets);
  const names = (map: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(map).map(([name, others]) => `${name}: ${others.join(", ")}`);
  return printSections([
    `${facts.name} (${facts.kind}, ${riskWords(toolRiskFacts(tool))}), from ${facts.source}`,
    ...section("Description", facts.description.trim().split("\n")),
    ...section("What a call does, and its risk", riskLines(facts.risks)),
    ...section("Values, and where they go", valueLines(facts.values)),
    ...section("Also called", facts.nameAliases),
    ...section("Built for", facts.targets.length === 0 ? [] : [facts.targets.join(", ")]),
    ...section("Executed by", facts.host === undefined ? [] : [facts.host]),
    ...section("Handler", facts.handler === undefined ? [] : [facts.handler]),
    ...section("Command", facts.command),
    ...section("Call of an MCP server", facts.mcp ?? []),
    ...section("Request", facts.request ?? []),
    ...section("Platforms", platformLines(facts.platforms)),
    ...section("Needs", requirementLines(facts.requires)),
    ...section(
      "Is a leading dash refused?",
      facts.dashes.map(({ param, mayDash, because }) => `${param}: ${mayDash ? "no" : "yes"}, ${because}`),
    ),
    ...section("Other names of parameters", names(facts.aliases)),
    ...section("Keys of one element", names(facts.wrap)),
    ...section("Other shapes", facts.coerce.map(describeCoercion)),
    ...section("Dropped", [
      ...facts.ignore,
      ...Object.entries(facts.ignoreIf).map(([name, values]) => `${name}: ${values.map((value) => JSON.stringify(value)).join(" or ")}`),
    ]),
    ...section(
      "At most one of",
      facts.mutuallyExclusive.map((group) => group.join(", ")),
    ),
    ...section("Paths", pathRuleLines(tool)),
    ...section("Surroundings", environmentLines(facts)),
    // A client has its own limits for its own tools.
    ...section("Limits", facts.host === undefined ? timeAndOutputLines(facts) : []),
    ...section(facts.request === undefined ? "Exit codes" : "Status codes", exitCodeLines(facts.exitCodes)),
    ...section(
      "With Gemini CLI and the generated policy",
      targets.includes("gemini") && facts.gemini !== undefined ? describeGemini(facts.gemini) : [],
    ),
    ...section("What a model is shown", JSON.stringify(facts.schema, null, 2).split("\n")),
    ...section(
      "The same in Gemini CLI and Qwen Code, which validate calls before they send them",
      facts.openSchema === undefined ? [] : JSON.stringify(facts.openSchema, null, 2).split("\n"),
    ),
  ]);
}

function alwaysGiven(tool: ToolModel): ReadonlySet<string> {
  const { required } = tool.schema;
  return new Set([...(Array.isArray(required) ? required.map(String) : []), ...Object.keys(tool.definition.defaults)]);
}

type ToolFacts = ReturnType<typeof toolFacts>;

export const exitCodeLines = (exitCodes: ToolFacts["exitCodes"]): readonly string[] =>
  Object.entries(exitCodes).map(([code, { text, failure }]) => `${code}: ${failure ? "failure" : "result"}: ${text}`);

export function pathRuleLines(tool: ToolModel): readonly string[] {
  return tool.definition.paths.map(({ target, access, root, type, mustExist }) => {
    const kind = type === "any" ? "" : `, a ${type}`;
    return `${selectorText(target)}: ${access}, ${root === "any" ? "anywhere" : `below ${root}`}${kind}${mustExist ? ", must exist" : ""}`;
  });
}

export function environmentLines({ cwd, stdin, env, sandbox }: Pick<ToolFacts, "cwd" | "stdin" | "env" | "sandbox">): readonly string[] {
  return [
    ...(cwd === undefined ? [] : [`runs in ${cwd}`]),
    ...(stdin === undefined ? [] : [`standard input: ${stdin}`]),
    ...(env.pass.length === 0 ? [] : [`environment passed on: ${env.pass.join(", ")}`]),
    ...Object.entries(env.set).map(([name, value]) => `environment set: ${name}=${value}`),
    ...(sandbox === undefined ? [] : [sandboxLine(sandbox)]),
  ];
}

/** The limits of a call. */
export const timeAndOutputLines = (facts: Pick<ToolFacts, "background" | "timeoutMs" | "output">): readonly string[] => [
  ...backgroundLines(facts),
  outputLine(facts.output),
];

function backgroundLines({ background, timeoutMs }: Pick<ToolFacts, "background" | "timeoutMs">): readonly string[] {
  const seconds = timeoutMs / 1000;
  if (background?.does !== "start") return [`ended after ${seconds} s`];
  const { readyWhen, maxAgeMs, stopSignal, of } = background;
  const when = readyWhen === undefined ? "it has run for a second" : `it prints /${readyWhen}/`;
  return [
    `runs in the background, ready when ${when}, at most ${seconds} s after its start`,
    `ended by ${stopSignal} after ${maxAgeMs / 1000} s, or by ${of}_stop; ${of}_output shows what it prints`,
  ];
}

function sandboxLine({ write, read, network }: SandboxRules): string {
  const phrases = { none: "nothing", paths: "what `paths` names", workspace: "the workspace", any: "anything" };
  return `in a sandbox: writes ${phrases[write]}, reads ${phrases[read]}, ${network ? "reaches the network" : "no network"}`;
}

function outputLine({ format, stderr, maxLines, maxBytes, keep }: ToolFacts["output"]): string {
  return `output: ${format}, at most ${maxLines} lines and ${maxBytes} bytes (${keep}); standard error: ${stderr}`;
}

/** Describes each value of a tool: its place, the class of the place, the verdict, and what decides it. */
export const valueLines = (values: readonly PlacedValue[]): readonly string[] =>
  values.map(({ param, where, class: placeClass, ...decision }) =>
    param === undefined
      ? `moderate, because what ${where} does isn't known: write \`risk\``
      : `${param} in \`${where}\` (${placeClass}): ${decision.verdict}, because ${reasonOf({ class: placeClass, ...decision })}`,
  );

function reasonOf({ class: placeClass, because, claimedIn }: Pick<PlacedValue, "class" | "because" | "claimedIn">): string {
  switch (because) {
    case "class":
      return classReasons[placeClass];
    case "fixed":
      return "the spec lists every value, or it is a number";
    case "word":
      return "its `pattern` admits only plain characters";
    case "path":
      return "it is in `paths`";
    case "code":
      return "it is in `code`";
    case "void":
      return `toolgen.lock hasn't accepted that it is data in \`${claimedIn}\``;
    case "claim":
      return `\`data\` says that it is data in \`${claimedIn}\``;
  }
}

const classReasons: Readonly<Record<PlaceClass, string>> = {
  data: "the program only looks at it",
  read: "it names a file that the program reads, and isn't in `paths`",
  runs: "it names files or targets of the workspace that run",
  place: "it names a host, an address or an image",
  dir: "it names a folder where programs and settings are looked up",
  unknown: "nothing is known about this place",
  write: "it names a file that the program writes",
  send: "it names a file that the program sends to another machine",
  option: "it can be an option",
  code: "it is program text",
  load: "it decides what the program loads",
};

/** A rule of `coerce` in a line. */
function describeCoercion(rule: CoerceRule): string {
  switch (rule.kind) {
    case "lines":
      return `${selectorText(rule.target)}: a list of lines is one text`;
    case "json":
      return `${selectorText(rule.target)}: an object or a list is written out as JSON`;
    case "path":
      return `${selectorText(rule.target)}: white space, quotes and Markdown around a path are taken off`;
    case "none":
      return `${selectorText(rule.target)}: stays as it came`;
    case "searchReplace":
      return `${rule.target}: blocks of SEARCH and REPLACE in ${rule.names.join(", ")}`;
    case "range":
      return `${rule.start}, ${rule.count}: a range in ${rule.range.join(", ") || "no name"}, or a last line in ${rule.end.join(", ") || "no name"}${rule.file === undefined ? "" : `, or a range after ${rule.file}`}`;
  }
}

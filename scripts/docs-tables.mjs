// The tables and lists of docs, each from the table in `src` that the code uses.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importModule, root } from "./run.mjs";

const { loopLimits } = await importModule("agent/agentic-loop.js");
const { defaultRegistryLimits } = await importModule("agent/registry/tool-catalogue.js");
const { maxArgumentBytes } = await importModule("call/build-text.js");
const { exitCode, exitCodeMeanings, limitsFrom } = await importModule("cli/command.js");
const { toolDefaults } = await importModule("compiler/tool-model.js");
const { maxStreamBytes } = await importModule("contract/call-result.js");
const { maxReadBytes } = await importModule("contract/host.js");
const { maxInputBytes } = await importModule("contract/stdio.js");
const { answerTimeMs } = await importModule("contract/time-limit.js");
const { agentClients } = await importModule("clients/agent-clients.js");
const { isPolicy, shellWord } = await importModule("clients/client-hook.js");
const { addsNothing } = await importModule("clients/piece.js");
const { changeKinds, effects } = await importModule("contract/surface-change.js");
const { describeProgram } = await import("../dist/cli/command-line.js");
const { dialects } = await importModule("compiler/schema-dialects.js");
const { harmlessVariables, trustedVariables } = await importModule("programs/table/variables.js");
const { renames } = await importModule("compiler/check/language/suggest-key.js");
const { usesByFamily } = await importModule("programs/uses.js");

const code = (texts) => texts.map((text) => `\`${text}\``).join(" ");

/** The renames with one new name, with the place where the old names stood: `*` is any name or element. */
export function renameRows() {
  const rows = renames.map(({ kind, of, path, to, since, ...rest }) => ({
    file: of === "spec" ? "a spec" : "toolgen.yaml",
    at: path.join("."),
    from: kind === "word" ? rest.from : path.at(-1),
    to,
    since,
  }));
  const news = [...new Set(rows.map(({ from: _, ...same }) => JSON.stringify(same)))];
  const oldOf = (one) => rows.filter(({ from: _, ...same }) => JSON.stringify(same) === one).map(({ from }) => from);
  return news.map((one) => ({ ...JSON.parse(one), from: code(oldOf(one)) }));
}

/** The kinds of changes by effect, the worst first. */
export function changeRows() {
  const title = { breaking: "Breaking", riskier: "Riskier", compatible: "Compatible" };
  return effects.map((effect) => ({
    title: title[effect],
    kinds: Object.entries(changeKinds)
      .filter(([, kind]) => kind.effect === effect)
      .map(([code, { text }]) => ({ code, text: text.replaceAll("|", "\\|") })),
  }));
}

/** The programs of each family, with the number of their subcommands. */
export function programPlaces() {
  return Object.entries(usesByFamily()).map(([title, names]) => {
    const programs = new Map();
    for (const name of names) {
      const [program, ...rest] = name.split(" ");
      programs.set(program, (programs.get(program) ?? 0) + (rest.length > 0 && rest[0] !== "*" ? 1 : 0));
    }
    return { title, names: [...programs].map(([name, count]) => `\`${name}\`${count === 0 ? "" : ` (${count})`}`).join(", ") };
  });
}

/** The variables that any value may set, and those that programs trust. */
export const programVariables = () => ({
  harmless: code(harmlessVariables),
  variables: trustedVariables.map(({ source, names }) => ({ source, names: code(names) })),
});

/** The keywords whose treatment differs between clients. */
const groups = [
  ["`minimum`, `maxLength`, `maxItems` and other bounds", ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"]],
  ["`pattern`", ["pattern"]],
  ["`format`", ["format"]],
  ["`default`", ["default"]],
  ["`not`", ["not"]],
  ["`if`", ["if"]],
  ["`prefixItems`", ["prefixItems"]],
  ["`patternProperties`", ["patternProperties"]],
  ["`propertyNames`, `dependentRequired`, `contains`", ["propertyNames", "dependentRequired", "contains"]],
  ["`oneOf`", ["oneOf"]],
];

export function portabilityTables() {
  return { clients: dialects.map(({ id, label, source }) => ({ id, label, source })), ids: dialects.map(({ id }) => id), rows: rows() };
}

function rows() {
  const named = groups.map(([label, keywords]) => ({ label, cells: dialects.map((dialect) => cell(dialect, keywords)) }));
  const atRoot = dialects.map(({ rootTreatment }) => shown(rootTreatment?.("anyOf") ?? "kept"));
  return [...named, { label: "`anyOf`, `oneOf`, `allOf` of the arguments as a whole", cells: atRoot }];
}

function cell({ treatment, rewrites, formats }, keywords) {
  const treatments = [...new Set(keywords.map(treatment))];
  const [only] = treatments;
  if (treatments.length > 1) return treatments.includes("dropped") ? "some lost" : "some in words";
  if (only === "kept" && keywords.includes("format") && formats !== undefined) return "some in words";
  if (only === "kept" && keywords.includes("oneOf") && rewrites.includes("one-as-any")) return "looser";
  return shown(only);
}

const shown = (treatment) => ({ kept: "✓", described: "in words", dropped: "lost" })[treatment];

/** A project in which the home folder and the project have short names. */
const machine = { home: "~", platform: "linux", environment: {}, node: "/usr/bin/node" };
const installation = {
  server: "toolgen",
  output: "generated",
  projectDir: "/project",
  tools: ["allow", "ask", "deny"].map((decision) => ({ tool: decision, decision, possible: [decision], writes: false })),
  variables: [],
  machine,
  hooks: false,
};

/** A row for each client: its files, whether they were measured, who asks, and what its policy can't express. */
export function clientRows() {
  return agentClients.map((client) => {
    const { id, label, measured, source, confirmationSide, hook, losses, byHand } = client;
    const { project, user } = settingsOf(client);
    return {
      id,
      label,
      evidence: measured ?? `[documentation](${source})`,
      project: filesOf(project),
      user: filesOf(user),
      side: confirmationSide === "client" ? "the client" : "the server",
      hooks: hook && {
        obeys: hook.decides === "calls" ? "allow, ask and deny" : hook.allowsAsked ? "deny, and allow instead of asking" : "deny",
        when: hook.isDefault ? "by default" : "with `--hooks`",
      },
      hook: hook === undefined ? "–" : `${hook.decides}${hook.isDefault ? "" : " (`--hooks`)"}`,
      losses: losses.map((loss) => (hook?.isDefault && hook.regains.includes(loss) ? `without the hook, ${loss}` : loss)),
      steps: [...byHand.project.map((step) => `Project: ${step}`), ...byHand.user.map((step) => `User: ${step}`)],
    };
  });
}

/** The command of a run without a user, for each client that has one. */
export function headlessRows() {
  const tools = [{ tool: "TOOL", decision: "allow", possible: ["allow"], writes: false }];
  return agentClients.flatMap(({ label, headless }) => {
    if (headless === undefined) return [];
    const scope = headless.userOnly === undefined ? "project" : "user";
    const words = headless
      .run({ ...installation, tools }, scope)
      .map(shellWord)
      .join(" ");
    return [{ label: scope === "user" ? `${label}, with \`--user\`` : label, run: `\`${words}\`` }];
  });
}

/** A table of the clients: what they do with a call of each level by the policy that is installed, and unattended. */
export function clientLevels() {
  const head = ["client", "policy", "safe", "moderate", "dangerous", "what asks, unattended"];
  const rows = agentClients.map((client) => {
    const { project, user } = settingsOf(client);
    const scopes = [hasPolicy(project) && "project", hasPolicy(user) && "`--user`"].filter(Boolean);
    const isOwn = client.confirmationSide === "client";
    const levels = isOwn ? ["runs", "asks", "asks"] : ["runs", "toolgen asks, or runs it", "toolgen asks, or refuses it"];
    return [client.label, isOwn ? scopes.join(", ") : "–", ...levels, client.unattended ?? "not known"];
  });
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const hasPolicy = (files) => files.some(({ pieces }) => pieces.some((piece) => isPolicy(piece) && !addsNothing(piece)));

/** The settings files of an installation with the options that are the client's defaults. */
function settingsOf({ hook, lacksPlatform, project, user }) {
  const on = {
    ...installation,
    hooks: hook?.isDefault === true,
    ...(lacksPlatform === "linux" && { machine: { ...machine, platform: "darwin" } }),
  };
  return { project: project?.(on) ?? [], user: user?.(on) ?? [] };
}

const filesOf = (files) =>
  files
    .filter(({ pieces }) => pieces.some(({ items }) => items?.length !== 0))
    .map(({ path, syntax }) => `\`${path}\` (${formOf(syntax)})`)
    .join(", ") || "–";

function formOf(syntax) {
  if (syntax.kind === "toml") return "TOML";
  return syntax.trailingCommas ? "JSON with comments and trailing commas" : syntax.comments ? "JSON with comments" : "JSON";
}

/**
 * The groups of `toolgen --help`, each with its commands, and the options that several commands have. Options of every
 * command are left out.
 */
export async function commandLine() {
  const program = await describeProgram();
  const commands = program.commands.flatMap((command) => [command, ...command.commands.map((inner) => withGroup(inner, command))]);
  const options = commands.flatMap((command) => ownOptions(command).map(optionRow));
  const shared = [...new Set(options.map(idOfOption))].filter((id) => options.filter((one) => idOfOption(one) === id).length > 2);
  return {
    exitCodes: Object.entries(exitCode).map(([name, number]) => ({ code: number, text: exitCodeMeanings[name] })),
    everywhere: program.createHelp().visibleOptions(program).map(optionRow),
    shared: shared.map((id) => options.find((one) => idOfOption(one) === id)),
    groups: [...new Set(program.commands.map((command) => command.helpGroup()))].map((heading) => ({
      heading: heading.replace(/:$/, ""),
      commands: commands.filter((command) => command.helpGroup() === heading).map((command) => commandEntry(command, shared)),
    })),
  };
}

const withGroup = (inner, outer) => inner.helpGroup(outer.helpGroup());

const nameOf = (command) => (command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`);

const ownOptions = (command) =>
  command
    .createHelp()
    .visibleOptions(command)
    .filter(({ long }) => long !== "--help");

const idOfOption = ({ term, text }) => `${term} ${text}`;

function optionRow(option) {
  if (option.long === "--json") return { term: option.flags, text: "print JSON, in [the command's form](#--json)" };
  const choices = option.argChoices === undefined ? "" : `: ${code(option.argChoices)}`;
  const normal = typeof option.defaultValue === "string" ? `. Default: \`${option.defaultValue}\`` : "";
  return { term: option.flags, text: `${inCell(option.description)}${choices}${normal}` };
}

/** A command's help: what it does, its arguments, its own options, and what is said after these but the examples. */
function commandEntry(command, shared) {
  const rows = ownOptions(command).map(optionRow);
  const help = command.createHelp();
  const operands = help.visibleArguments(command).map((one) => ({ term: help.argumentTerm(one), text: inCell(one.description) }));
  return {
    name: nameOf(command),
    usage: `${nameOf(command)} ${command.usage()}`,
    text: inCell(command.description()),
    rows: [...operands, ...rows.filter((row) => !shared.includes(idOfOption(row)))],
    also: code(rows.filter((row) => shared.includes(idOfOption(row))).map(({ term }) => term)),
    after: remarksOf(command),
  };
}

/** The paragraphs after a command's examples. */
function remarksOf(command) {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 100 });
  command.outputHelp();
  const [, ...remarks] = text.slice(command.createHelp().formatHelp(command, command.createHelp()).length).trim().split("\n\n");
  return remarks.map((remark) => linked(remark.replaceAll("\n", " "))).join("\n\n");
}

/** A text for terminals in a cell of a table. */
const inCell = (text) => linked(text).replaceAll("|", "\\|").replaceAll("<", "\\<");

/** A text for terminals, which names pages by their files, with links to them; `up` leads to docs/. */
export const linked = (text, up = "") => text.replaceAll(/\bdocs\/([a-z-]+\.md)/g, `[$1](${up}$1)`);

/** The limits of docs/limits.md, by what they are about. What isn't changed by anything has no last cell. */
export function limitRows() {
  const project = limitsFrom(undefined);
  const loop = loopLimits();
  return [
    {
      title: "A tool",
      rows: [
        ["time of a call", duration(toolDefaults.timeoutMs), "`timeout`; `limits.timeout` of `toolgen.yaml` caps it"],
        ["lines of a result", count(toolDefaults.maxLines), "`output.maxLines`"],
        ["bytes of a result", bytes(toolDefaults.maxBytes), "`output.maxBytes`; `limits.maxBytes` caps it"],
        ["bytes of each stream that a program prints, before it is ended", bytes(maxStreamBytes), ""],
        ["bytes of one argument, and of a script", bytes(maxArgumentBytes), ""],
        ["bytes of the arguments that a call reads", bytes(maxInputBytes), ""],
      ],
    },
    {
      title: "A build",
      rows: [
        ["spec files, and folders that are searched", count(project.files), "`--limit files=20000`"],
        ["bytes of all spec files", bytes(project.bytes), "`--limit bytes=128MiB`"],
        ["time", duration(project.time), "`--limit time=20m`"],
        ["bytes of a file that it reads", bytes(maxReadBytes), ""],
      ],
    },
    {
      title: "The MCP server",
      rows: [
        ["calls at once", count(serverConstant("state/concurrency-limit.ts", "maxConcurrentCalls")), ""],
        ["of one caller, over HTTP", count(serverConstant("state/concurrency-limit.ts", "maxCallsOfOne")), ""],
        [
          "bytes of a message",
          bytes(serverConstant("transport/read-messages.ts", "defaultMaxRequestBytes")),
          "`limits.request` of `toolgen.yaml`",
        ],
        ["time to answer a question", duration(answerTimeMs), ""],
        ["bytes of a resource that is a file", bytes(serverConstant("read-resource-file.ts", "maxFileBytes")), ""],
        ["connections over HTTP", count(serverConstant("http/serve-http.ts", "maxConnections")), ""],
        ["tasks", count(serverConstant("state/task-store.ts", "mostTasks")), ""],
        ["how long a task can be read", duration(serverConstant("state/task-store.ts", "taskMs")), ""],
      ],
    },
    {
      title: "A program that embeds tools",
      rows: [
        [
          "discovery, a connection, a call of a registry",
          Object.values(defaultRegistryLimits).map(duration).join(", "),
          "`limits` of the registry",
        ],
        ["turns of the agentic loop", count(loop.turns), "`limits.turns`"],
        ["its tokens", count(loop.tokens), "`limits.tokens`"],
        ["its time", duration(loop.milliseconds), "`limits.milliseconds`"],
        ["equal calls in a row, before it tells the model", count(loop.repeats), "`limits.repeats`"],
        ["its calls at once", count(loop.parallel), "`limits.parallel`"],
      ],
    },
  ].map(({ title, rows }) => ({ title, rows: rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n") }));
}

/** A constant of the server, which is a bundle of its own: its modules aren't compiled one by one. */
function serverConstant(file, name) {
  const [, product = ""] =
    new RegExp(`^export const ${name} = ([\\d_ *]+);`, "m").exec(readFileSync(join(root, "src/server", file), "utf8")) ?? [];
  if (product === "") throw new Error(`src/server/${file} has no constant ${name}.`);
  return product.split("*").reduce((all, factor) => all * Number(factor.replaceAll("_", "")), 1);
}

const count = (number) => number.toLocaleString("en-US");

function bytes(number) {
  const units = [
    ["MiB", 1024 * 1024],
    ["KiB", 1024],
    ["MB", 1_000_000],
    ["kB", 1000],
  ];
  const [unit, size] = units.find(([, one]) => number % one === 0) ?? ["bytes", 1];
  return `${number / size} ${unit}`;
}

function duration(ms) {
  const units = [
    ["h", 3_600_000],
    ["min", 60_000],
    ["s", 1000],
  ];
  const [unit, size] = units.find(([, one]) => ms % one === 0 && (one !== 60_000 || ms > one)) ?? ["ms", 1];
  return `${ms / size} ${unit}`;
}

import { definitionOn, isAbsentOn } from "../../call/execute-call.js";
import { type PlatformName, platformNames, type ToolModel } from "../../compiler/tool-model.js";
import type { Command, Item, Platform, ToolDefinition } from "../../contract/definition.js";
import { unreachable } from "../../contract/diagnostic.js";
import type { HttpBody, HttpField, HttpRequest, JsonTemplate, McpCall } from "../../contract/request.js";
import type { TextPiece, TextTemplate } from "../../contract/text-template.js";
import { describeRef, describeTest, describeText } from "./describe-text.js";

/**
 * A command as lines for users, one argument a line, blocks indented. `alwaysGiven` are the parameters that are
 * required or have a default; for the others, the text says that the argument is dropped if they are absent.
 */
function describeCommand(command: Command, alwaysGiven: ReadonlySet<string>): readonly string[] {
  const program = command.specDir ? `{{@specDir}}/${command.program}` : command.program;
  return [program, ...describeItems(command.items, alwaysGiven)];
}

/** The lines of a definition's command; none for a tool that makes a request. */
export function commandLines({ command }: Pick<ToolDefinition, "command">, alwaysGiven: ReadonlySet<string>): readonly string[] {
  return command === undefined ? [] : describeCommand(command, alwaysGiven);
}

function describeItems(items: readonly Item[], alwaysGiven: ReadonlySet<string>): readonly string[] {
  return items.flatMap((item) => describeItem(item, alwaysGiven));
}

function describeItem(item: Item, alwaysGiven: ReadonlySet<string>): readonly string[] {
  switch (item.kind) {
    case "word":
      return describeLines(item.text, alwaysGiven);
    case "group": {
      const words = item.items.map((inner) =>
        inner.kind === "word" ? describeWord(inner.text) : describeItem(inner, alwaysGiven).join("; "),
      );
      const lacking = item.items.flatMap((inner) => (inner.kind === "word" ? mayLack(inner.text, alwaysGiven) : []));
      return [`${words.join(" ")}${absence(lacking, "all left out")}`];
    }
    case "stretch":
      return describeStretch(item.block, alwaysGiven);
    default:
      return unreachable(item);
  }
}

/** An argument with several lines, such as a script, unchanged. */
function describeLines(text: TextTemplate, alwaysGiven: ReadonlySet<string>): readonly string[] {
  const [only] = text;
  if (typeof only === "string" && text.length === 1 && only.includes("\n"))
    return only
      .trimEnd()
      .split("\n")
      .map((line) => `| ${line}`);
  const [inner, what] = isOrEmpty(only) ? [only.block.otherwise, "empty"] : [text, "left out"];
  return [`${describeWord(text)}${absence(mayLack(inner, alwaysGiven), what)}`];
}

/** A block without a condition keeps an argument if a value in it is absent. */
function isOrEmpty(piece: TextPiece | undefined): piece is {
  readonly kind: "block";
  readonly block: { readonly kind: "if"; readonly branches: readonly []; readonly otherwise: TextTemplate };
} {
  return (
    typeof piece === "object" &&
    piece.kind === "block" &&
    piece.block.kind === "if" &&
    piece.block.branches.length === 0 &&
    piece.block.otherwise !== undefined
  );
}

function describeStretch(block: Extract<Item, { readonly kind: "stretch" }>["block"], alwaysGiven: ReadonlySet<string>): readonly string[] {
  const body = (items: readonly Item[], given = alwaysGiven) => describeItems(items, given).map((line) => `  ${line}`);
  const otherwise = block.otherwise === undefined ? [] : ["otherwise:", ...body(block.otherwise)];
  if (block.kind === "each") return [`for each of ${describeRef(block.ref)}:`, ...body(block.body), ...otherwise];
  const branches = block.branches.flatMap(({ test, body: items }, i) => [
    `${i === 0 ? "if" : "else if"} ${describeTest(test)}:`,
    ...body(items, test.negated ? alwaysGiven : new Set([...alwaysGiven, describeRef(test.ref)])),
  ]);
  return [...branches, ...otherwise];
}

/** Quoted if a reader could take it for two arguments. */
function describeWord(text: TextTemplate): string {
  const word = describeText(text);
  return word === "" || /[\s'"]/.test(word.replaceAll(/\{\{.*?\}\}/g, "")) ? `'${word}'` : word;
}

function mayLack(text: TextTemplate, alwaysGiven: ReadonlySet<string>): readonly string[] {
  return text.flatMap((piece) => {
    if (typeof piece === "string" || piece.kind === "block" || piece.ref.from !== "param") return [];
    const [name = ""] = piece.ref.path;
    return alwaysGiven.has(name) && piece.ref.path.length === 1 && piece.kind !== "join" ? [] : [describeRef(piece.ref)];
  });
}

function absence(names: readonly string[], what: string): string {
  return names.length === 0 ? "" : `   (${what} without ${[...new Set(names)].join(" or ")})`;
}

const nodeName: Readonly<Record<PlatformName, Platform>> = { linux: "linux", macos: "darwin", windows: "win32" };

/** The command on each platform where it differs; `false` if the tool doesn't run there. */
export function describePlatforms(
  { definition }: ToolModel,
  alwaysGiven: ReadonlySet<string>,
): Readonly<Partial<Record<PlatformName, readonly string[] | false>>> {
  const differing = platformNames.filter((name) => definition.platforms?.[nodeName[name]] !== undefined);
  return Object.fromEntries(
    differing.map((name) => [
      name,
      !isAbsentOn(definition, nodeName[name]) && commandLines(definitionOn(definition, nodeName[name]), alwaysGiven),
    ]),
  );
}

export function platformLines(platforms: ReturnType<typeof describePlatforms>): readonly string[] {
  return Object.entries(platforms).flatMap(([name, command]) =>
    command === false ? [`${name}: doesn't run there`] : [`${name}:`, ...command.map((line) => `  ${line}`)],
  );
}

/** The programs that must be installed, one a line; those for some platforms name them. */
export function requirementLines(requires: ToolModel["requires"]): readonly string[] {
  const onPlatforms = platformNames.flatMap((name) =>
    requires[name].map((one) => ({ name, says: [one.program, one.range].join(" ").trim() })),
  );
  return [...new Set(onPlatforms.map(({ says: requirement }) => requirement))].map((requirement) => {
    const names = onPlatforms.filter((one) => one.says === requirement).map(({ name }) => name);
    return names.length === platformNames.length ? requirement : `${requirement} (${names.join(", ")})`;
  });
}

/** A request as lines for users, in the spec's syntax. */
export function describeRequest({
  method,
  url,
  query = [],
  headers = [],
  cookies = [],
  body,
  allowPrivate = [],
}: HttpRequest): readonly string[] {
  return [
    `${method} ${describeText(url)}`,
    ...query.map((field) => `query ${fieldLine(field)}`),
    ...headers.map((field) => `header ${fieldLine(field)}`),
    ...cookies.map((field) => `cookie ${fieldLine(field)}`),
    ...(body === undefined ? [] : bodyLines(body)),
    ...(allowPrivate.length === 0 ? [] : [`may reach private addresses: ${allowPrivate.join(", ")}`]),
  ];
}

const fieldLine = ({ name, text }: HttpField) => `${name}: ${describeText(text)}`;

function bodyLines(body: HttpBody): readonly string[] {
  switch (body.kind) {
    case "json":
      return ["body, as JSON:", ...JSON.stringify(described(body.value), null, 2).split("\n")];
    case "form":
      return body.fields.map((field) => `form ${fieldLine(field)}`);
    case "multipart":
      return body.parts.map(({ isFile, type, ...field }) =>
        ["part", ...(isFile ? ["file"] : []), `${fieldLine(field)}${type === undefined ? "" : ` (${type})`}`].join(" "),
      );
    case "file":
      return [`body: the file ${describeText(body.path)}`];
    case "text":
      return ["body:", ...describeText(body.text).split("\n")];
    default:
      return unreachable(body);
  }
}

function described(template: JsonTemplate): unknown {
  switch (template.kind) {
    case "constant":
      return template.value;
    case "value":
      return `{{${describeRef(template.ref)}}}`;
    case "text":
      return describeText(template.text);
    case "list":
      return template.items.map(described);
    case "object":
      return Object.fromEntries([
        ...template.entries.map(([name, value]) => [name, described(value)]),
        ...(template.rest === undefined ? [] : [["...", `{{${describeRef(template.rest)}}}`]]),
      ]);
    default:
      return unreachable(template);
  }
}

/** Describes the call of an MCP server's tool, and how the server is started or reached, in lines. */
export function describeMcpCall({ server, tool, arguments: template }: McpCall): readonly string[] {
  const { name, command, args = [], cwd, env = [], url = "", headers = [] } = server;
  const started = [
    `starts ${[command, ...args].join(" ")}`,
    `runs in ${cwd ?? "the workspace"}`,
    ...env.map((field) => `environment set: ${field.name}=${describeText(field.text)}`),
  ];
  const reached = [`reaches ${url}`, ...headers.map((field) => `header ${field.name}: ${describeText(field.text)}`)];
  return [
    `${tool} of the server ${name}`,
    template === undefined ? "gets the checked arguments" : "gets the `arguments` of the spec",
    ...(command === undefined ? reached : started),
  ];
}

import { matchesName } from "../call/build-command.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";
import { declaredTool } from "../contract/surface-change.js";
import {
  buildable,
  type CheckSpecs,
  type DraftWithProblem,
  failed,
  found,
  type ImportOutcome,
  joinWords,
  type LeftOut,
  type McpDeclaration,
  numberedName,
  type PrintedTool,
  printImportedSpec,
  wordsIn,
} from "./imported-tool.js";
import { convertDeclaration, type DeclarationContext } from "./schema/convert-declaration.js";
import { findSecret, secretName } from "./text/credential-names.js";
import { constantText, visibleText } from "./text/visible-text.js";

interface DeclarationImport extends Omit<DeclarationContext, "name"> {
  /** The comments at the top of a spec. */
  headerOf(tool: McpDeclaration): readonly string[];
  /** The names that the last import gave, by the server's. They don't change. */
  readonly namesBefore: ReadonlyMap<string, string>;
  /** Other names that are taken, in small letters. */
  readonly taken: ReadonlySet<string>;
  readonly check: CheckSpecs;
}

/** The longest name of a tool. */
const mostToolName = 48;

/** Converts tools of a server to specs that build. A tool that has none is left out with the reason. */
export async function importDeclarations(
  tools: readonly McpDeclaration[],
  context: DeclarationImport,
): Promise<{ readonly tools: readonly PrintedTool[]; readonly leftOut: readonly LeftOut[] }> {
  const used = new Set([...context.taken, ...[...context.namesBefore.values()].map((name) => name.toLowerCase())]);
  const drafts = tools.map((tool) => {
    const name = context.namesBefore.get(tool.name) ?? nameOf(tool, context.group, (one) => !used.has(one.toLowerCase()));
    used.add(name.toLowerCase());
    return { declaration: tool, tool: convertDeclaration(tool, { ...context, name }) };
  });
  const all = await withUsableResults(await buildable(drafts, context.check), context.check);
  return {
    tools: all.flatMap(({ declaration, tool, problem }) =>
      problem === undefined ? [{ ...tool, text: printImportedSpec(tool, context.headerOf(declaration)) }] : [],
    ),
    leftOut: all.flatMap(({ declaration, problem }) => (problem === undefined ? [] : [{ origin: declaration.name, reason: problem }])),
  };
}

/** The server's name in words; if that is taken, it begins with the group, or ends with a number. */
function nameOf({ name }: McpDeclaration, group: string, isFree: (name: string) => boolean): string {
  const own = joinWords(wordsIn(name), { most: mostToolName, empty: "tool" });
  return isFree(own)
    ? own
    : numberedName(joinWords([...wordsIn(group), ...wordsIn(name)], { most: mostToolName, empty: group }), isFree, mostToolName);
}

/** The schema of a result that doesn't build is left out: the answer of the server stays what it is. */
async function withUsableResults<T extends DraftWithProblem<object>>(drafts: readonly T[], check: CheckSpecs): Promise<readonly T[]> {
  const checked = drafts.filter(({ tool, problem }) => problem === undefined && tool.spec.output !== undefined);
  const problems = await check(checked.map(({ tool }) => JSON.stringify(tool.spec)));
  const refused = new Map(
    checked.flatMap((one, index) => (problems[index]?.[0] === undefined ? [] : [[one, problems[index][0]] as const])),
  );
  return drafts.map((one) => {
    const problem = refused.get(one);
    if (problem === undefined) return one;
    const { output: _output, ...spec } = one.tool.spec;
    return { ...one, tool: { ...one.tool, spec, notes: [...one.tool.notes, `The schema of its result is left out: ${problem}`] } };
  });
}

/** Reads a server's list of tools. A tool that no spec can call is left out, with the reason. */
export function readDeclarations(list: readonly unknown[]): {
  readonly declarations: readonly McpDeclaration[];
  readonly leftOut: readonly LeftOut[];
} {
  const declarations: McpDeclaration[] = [];
  const leftOut: LeftOut[] = [];
  const names = new Set<string>();
  for (const item of list) {
    const read = readDeclaration(item as JsonValue);
    if ("reason" in read) leftOut.push(read);
    else if (names.has(read.name)) leftOut.push({ origin: read.name, reason: "the server lists another tool of this name before it" });
    else {
      names.add(read.name);
      declarations.push(read);
    }
  }
  return { declarations, leftOut };
}

/** The longest name that the protocol suggests. */
const mostOriginLength = 128;
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

function readDeclaration(item: JsonValue): McpDeclaration | LeftOut {
  if (!isJsonObject(item) || typeof item.name !== "string" || item.name === "") return { origin: "a tool", reason: "it has no name" };
  const { name, description, inputSchema = {}, outputSchema } = item;
  const origin = visibleText(name).replaceAll(control, "").slice(0, mostOriginLength);
  const annotations = isJsonObject(item.annotations) ? item.annotations : {};
  if (name !== origin || name.includes("{{"))
    return { origin, reason: "its name is longer than 128 characters, or has hidden ones or '{{'" };
  if (!isJsonObject(inputSchema) || (inputSchema.type ?? "object") !== "object" || !isJsonObject(inputSchema.properties ?? {}))
    return { origin, reason: "its inputSchema is not an object schema" };
  return {
    name,
    description: typeof description === "string" ? description : "",
    title: [item.title, annotations.title].find((title): title is string => typeof title === "string") ?? "",
    inputSchema: { type: "object", ...inputSchema },
    outputSchema,
    annotations,
    declared: declaredTool(item),
  };
}

/** A server in the form of `mcpServers` in toolgen.yaml, and the values of its secrets, as far as they were given. */
export interface ImportedServer {
  readonly name: string;
  readonly entry: JsonObject;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Converts the entry of a server in a client's settings. Values of variables and headers that look like secrets become
 * secrets, whose values are never written; so do references to variables, such as `${TOKEN}`.
 */
export function convertServer(settings: JsonObject, name: string): ImportOutcome<ImportedServer> {
  const { command, args = [], cwd, type } = settings;
  const url = settings.httpUrl ?? settings.url ?? settings.serverUrl;
  const secrets = new Map<string, string>();
  const values: Record<string, string> = {};
  const given = { secrets, values, prefix: wordsIn(name).join("_").toUpperCase() };
  if (typeof command === "string" && command !== "") {
    if (!Array.isArray(args) || !args.every((arg: unknown) => typeof arg === "string")) return failed("its `args` are not a list of texts");
    const words = args as readonly string[];
    const secret = words.map(findSecret).find((found) => found !== undefined);
    if (secret !== undefined)
      return failed(`an argument has a secret (${secret}), which other users of the machine would see: pass it in a variable, with --env`);
    const reference = [command, ...words].find((word) => /\$\{|\{\{/.test(word));
    if (reference !== undefined) return failed(`'${reference}' refers to a variable, which arguments can't: write its value`);
    const env = fieldsOf(settings.env, { ...given, isHeader: false });
    return found({
      name,
      entry: {
        command,
        ...(words.length > 0 && { args: words }),
        ...(typeof cwd === "string" && { cwd }),
        ...(env !== undefined && { env }),
        ...(secrets.size > 0 && { secrets: Object.fromEntries(secrets) }),
      },
      values,
    });
  }
  if (typeof url !== "string" || !/^https?:\/\//i.test(url)) return failed("it has neither a `command` nor an address");
  const secret = URL.canParse(url) && new URL(url).username !== "" ? "its user" : findSecret(url);
  if (secret !== undefined)
    return failed(`its address has a secret (${secret}), which logs would show: send it in a header, with --bearer`);
  const headers = fieldsOf(settings.headers, { ...given, isHeader: true });
  return found({
    name,
    entry: {
      url,
      ...(type === "sse" && { type }),
      ...(headers !== undefined && { headers }),
      ...(secrets.size > 0 && { secrets: Object.fromEntries(secrets) }),
    },
    values,
  });
}

interface Given {
  readonly secrets: Map<string, string>;
  readonly values: Record<string, string>;
  /** Begins the names of secrets that have none of their own. */
  readonly prefix: string;
  readonly isHeader: boolean;
}

function fieldsOf(fields: unknown, given: Given): JsonObject | undefined {
  if (!isJsonObject(fields as JsonObject)) return undefined;
  const entries = Object.entries(fields as JsonObject).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, templateOf(name, value, given)] as const] : [],
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** `${NAME}`, `${env:NAME}` and `$NAME`, as clients write a variable of their environment. */
const reference = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-[^}]*)?\}|\$([A-Za-z_]\w*)/g;

function templateOf(name: string, value: string, { secrets, values, prefix, isHeader }: Given): string {
  const declare = (secret: string) => {
    secrets.set(secret, `Value of ${name}${isHeader ? ", a header of the server" : " for the server"}.`);
    return `{{@secret.${secret}}}`;
  };
  if (value.search(reference) !== -1)
    return constantText(value).replaceAll(reference, (_, braced?: string, plain?: string) => declare(braced ?? plain ?? ""));
  if (value === "" || !(secretName.test(name) || findSecret(value) !== undefined)) return constantText(value);
  const [, scheme = "", credential = value] = /^(Bearer |Basic |token )?(.+)$/is.exec(value) ?? [];
  const own = isHeader ? `${prefix}_${wordsIn(name).join("_").toUpperCase()}` : name;
  const secret = /^\d/.test(own) ? `_${own}` : own;
  values[secret] = credential;
  return `${constantText(scheme)}${declare(secret)}`;
}

/** The words of packages and hosts that don't name a server. */
const common = new Set([
  "mcp",
  "server",
  "servers",
  "www",
  "api",
  "com",
  "org",
  "io",
  "dev",
  "net",
  "app",
  "index",
  "main",
  "dist",
  "js",
  "mjs",
  "py",
  "sse",
  "http",
]);

/** Returns a name for a server: `npx -y @modelcontextprotocol/server-everything` is `everything`. */
export function nameServer(words: readonly string[]): string {
  const [first = ""] = words;
  const url = URL.canParse(first) && /^https?:$/.test(new URL(first).protocol) ? new URL(first) : undefined;
  const options = words.slice(1).filter((word) => !word.startsWith("-"));
  const subject = url?.hostname ?? options[0] ?? first;
  // A file's name may be `index.js` in a folder that says more.
  const parts = subject
    .replace(/(?<=.)@[^/]*$/, "")
    .split("/")
    .reverse();
  const named = parts.map((part) => wordsIn(part).filter((word) => !common.has(word) && !/^\d+$/.test(word))).find((own) => own.length > 0);
  return (named ?? ["server"]).join("-").slice(0, 32).replace(/-+$/, "");
}

/**
 * Returns the settings to connect to a server with now: the entry with its secrets filled in, from the settings that it
 * was read from or from the environment.
 */
export function connectedSettings(
  { name, entry, values }: ImportedServer,
  env: Readonly<Record<string, string | undefined>>,
): ImportOutcome<JsonObject> {
  const missing: string[] = [];
  const filled = (fields: JsonObject) =>
    Object.fromEntries(
      Object.entries(fields).map(([key, text]) => [
        key,
        String(text)
          .replaceAll(/\{\{@secret\.(\w+)\}\}/g, (_, secret: string) => {
            const value = values[secret] ?? env[secret];
            if (value === undefined || value === "") missing.push(secret);
            return value ?? "";
          })
          .replaceAll("\\{{", "{{"),
      ]),
    );
  const { secrets: _secrets, pass, ...settings } = entry;
  const isPassed = matchesName(Array.isArray(pass) ? pass.map(String) : []);
  const passed = Object.entries(env).flatMap(([name, value]) => (value !== undefined && isPassed(name) ? [[name, value] as const] : []));
  const own = isJsonObject(settings.env) ? filled(settings.env) : {};
  const connected = {
    ...settings,
    ...(settings.command !== undefined && { env: { ...Object.fromEntries(passed), ...own } }),
    ...(isJsonObject(settings.headers) && { headers: filled(settings.headers) }),
  };
  return missing.length > 0
    ? failed(`The server '${name}' needs ${[...new Set(missing)].join(", ")} in the environment.`)
    : found(connected);
}

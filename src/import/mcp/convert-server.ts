import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";
import { failed, found, type ImportOutcome } from "../import-outcome.js";
import { constantText } from "../placeholder.js";
import { wordsIn } from "../words-in.js";
import { findSecret, secretName } from "./find-secret.js";

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

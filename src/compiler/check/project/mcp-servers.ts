import { type Diagnostic, isError, type Result } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import type { HttpField } from "../../../contract/request.js";
import { locate, type NodePath, nodeAt, type SpecDocument } from "../../../contract/spec-node.js";
import { compileText, scopeFor, type TemplateContext } from "../../../programs/template.js";
import { parseTemplate } from "../../../programs/template-syntax.js";
import type { McpServerModel } from "../../model.js";
import type { McpServersSpec } from "../language/execution-shapes.js";

/** Checks `mcpServers` of toolgen.yaml. A server with a mistake is kept, so that its tools aren't reported too. */
export function checkMcpServers(document: SpecDocument, servers: McpServersSpec = {}): Result<Readonly<Record<string, McpServerModel>>> {
  const log: Diagnostic[] = [];
  const node = nodeAt(document.root, ["mcpServers"]);
  const names = node?.kind === "map" ? node.entries.map(({ key }) => key) : [];
  const entries = names.map((name) => {
    const [server, problems] = Object.hasOwn(servers, name) ? checkServer(document, name, servers[name] ?? {}) : unreadable(name);
    log.push(...problems);
    return [name, server] as const;
  });
  return [Object.fromEntries(entries), log];
}

/** Its entry has been reported by its shape. */
const unreadable = (name: string): Result<McpServerModel> => [{ server: { name }, pass: [], secrets: {} }, []];

type ServerSpec = NonNullable<McpServersSpec[string]>;

function checkServer(document: SpecDocument, name: string, entry: Partial<ServerSpec>): Result<McpServerModel> {
  const { command, args, cwd, pass = [], url, type, secrets = {} } = entry;
  const path = ["mcpServers", name];
  const used = new Set<string>();
  const log: Diagnostic[] = [...formProblems(document, path, entry)];
  const fields = (key: "env" | "headers") =>
    textFields(document, { path: [...path, key], names: Object.keys(entry[key] ?? {}), secrets, used, log });
  const env = fields("env");
  const headers = fields("headers");
  const unused = Object.keys(secrets).filter((secret) => !used.has(`secret.${secret}`) && !log.some(isError));
  log.push(
    ...unused.map((secret) => diagnostic("unused-secret", locate(document.root, [...path, "secrets", secret], "key"), { name: secret })),
  );
  const server = {
    name,
    ...(command !== undefined && { command }),
    ...(args !== undefined && { args }),
    ...(cwd !== undefined && { cwd }),
    ...(env.length > 0 && { env }),
    ...(url !== undefined && { url }),
    ...(type !== undefined && { type }),
    ...(headers.length > 0 && { headers }),
  };
  return [{ server, pass, secrets }, log];
}

const ofPrograms = ["args", "cwd", "pass", "env"] as const;
const ofAddresses = ["type", "headers"] as const;

/** A server is a program or an address, with the keys of that one. */
function formProblems({ root }: SpecDocument, path: NodePath, entry: Partial<ServerSpec>): readonly Diagnostic[] {
  const { command, args = [], url } = entry;
  // What is wrong by its shape has been reported.
  const has = (key: string) => nodeAt(root, [...path, key]) !== undefined;
  if (has("command") === has("url"))
    return [diagnostic("mcp-server-form", locate(root, path, "key"), { problem: has("url") ? "it has both" : "it has neither" })];
  const others = command === undefined ? ofPrograms.filter(has) : ofAddresses.filter(has);
  return [
    ...others.map((key) =>
      diagnostic("mcp-server-form", locate(root, [...path, key], "key"), {
        problem: `'${key}' is for ${command === undefined ? "a program" : "an address"}`,
      }),
    ),
    ...(url === undefined || isAddress(url)
      ? []
      : [
          diagnostic("bad-value", locate(root, [...path, "url"]), { value: url, expected: "an address such as 'https://example.com/mcp'" }),
        ]),
    ...literal([["command", command] as const, ...args.map((text, i) => [`args.${i}`, text] as const)]).map(([key, text]) =>
      diagnostic("bad-value", locate(root, [...path, ...steps(key)]), {
        value: text,
        expected: "a text without templates: a server is started for many calls, and secrets belong into `env`",
      }),
    ),
  ];
}

const literal = (texts: readonly (readonly [string, string | undefined])[]) =>
  texts.flatMap(([key, text]) => (text?.includes("{{") ? [[key, text] as const] : []));

const steps = (key: string): NodePath => key.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));

function isAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

interface TextFields {
  readonly path: NodePath;
  readonly names: readonly string[];
  readonly secrets: Readonly<Record<string, string>>;
  readonly used: Set<string>;
  readonly log: Diagnostic[];
}

/** Texts in which secrets are allowed, and nothing of a call. */
function textFields({ root }: SpecDocument, { path, names, secrets, used, log }: TextFields): readonly HttpField[] {
  const own = { tempFiles: [], secrets: Object.keys(secrets), takesSecrets: true, used };
  const context: TemplateContext = { schema: { type: "object", properties: {} }, used: new Set(), dash: () => true, own };
  return names.flatMap((name) => {
    const scalar = nodeAt(root, [...path, name]);
    if (scalar?.kind !== "scalar") return [];
    const [nodes, problems] = parseTemplate(scalar);
    log.push(...problems);
    return [{ name, text: compileText(nodes, scopeFor(scalar, context, log), context.dash) }];
  });
}

import { agentClients, foreignServers, usualEntry } from "../../clients/agent-clients.js";
import type { AgentClient, Installation } from "../../clients/client.js";
import { shellWord } from "../../clients/client-hook.js";
import type { ClientId } from "../../clients/client-ids.js";
import type { Adoption, SecretValues } from "../../clients/piece.js";
import { printable } from "../../contract/display-text.js";
import { deepEqual, isJsonObject } from "../../contract/json-value.js";
import { convertServer, type ImportedServer } from "../../import/import-mcp.js";
import { joinWords, wordsIn } from "../../import/imported-tool.js";
import { filesFor, openInstallations, textOr } from "../clients/installations.js";
import { clientCalled, secretValue, shownPath } from "../clients/plan-changes.js";
import { exitCode, type GlobalOptions, UsageError } from "../command.js";
import { plural } from "../io/format-text.js";
import type { Terminal } from "../io/terminal.js";
import { build } from "./build.js";
import { importServer } from "./import-mcp.js";
import { install } from "./install.js";

interface AdoptRequest extends GlobalOptions {
  /** Absent: every client whose settings have servers. */
  readonly client?: ClientId;
  readonly user?: true;
  readonly trust?: true;
  readonly hooks?: boolean;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly json?: true;
}

/** A server that stays where it is, and why. */
interface Staying extends FoundServer {
  readonly reason: string;
}

/** A server in the settings of a client. */
interface FoundServer {
  readonly client: AgentClient;
  /** As the client's description names it. */
  readonly file: string;
  readonly shown: string;
  readonly path: readonly string[];
  readonly name: string;
  /** The server in the form of toolgen.yaml; a text says why it has none. */
  readonly server: ImportedServer | string;
}

/**
 * `toolgen adopt`: makes specs of the tools of all servers in a client's settings, and replaces these servers there by
 * the project's.
 */
export async function adopt(request: AdoptRequest, given: Terminal): Promise<number> {
  const terminal: Terminal = request.json ? { ...given, out: () => {} } : given;
  if (!request.yes && !request.dryRun && (request.json || !terminal.isInteractive))
    throw new UsageError(
      "There is no terminal to ask on, so nothing was changed.",
      "Add --yes, or --dry-run to see the commands that would be started.",
    );
  const print = (facts: object) => {
    if (request.json) given.out(`${JSON.stringify(facts, null, 2)}\n`);
  };
  // A project without specs gets its first ones.
  const installations = await openInstallations(request, terminal, { despiteErrors: true });
  if (installations === undefined) return exitCode.failed;
  const scope = request.user ? "user" : "project";
  const clients = request.client === undefined ? agentClients : [clientCalled(request.client)];
  const found = clients.flatMap((client) => serversOf(client, scope, installations[scope]));
  if (found.length === 0) {
    const where = request.client === undefined ? "No client has" : `${clients.map(({ label }) => label).join()} has no`;
    terminal.out(`${where} servers to adopt in the ${scope === "user" ? "user's own" : "project's"} settings.\n`);
    print({ written: false, adopted: [], staying: [] });
    return exitCode.done;
  }
  if (!request.yes) {
    const starts = startsOf(found);
    const shown = starts.map(({ shown, name, start }) => `${printable(`${shown}: '${name}' is ${start}`)}\n`).join("");
    if (request.dryRun) {
      const facts = starts.map((one) => ({ ...factsOf(one), start: one.start }));
      print({ written: false, adopted: [], staying: [], starts: facts });
      terminal.out(`${shown}Nothing was started (--dry-run). Add --yes to start these servers, and see what would be adopted.\n`);
      return exitCode.done;
    }
    const question = { message: "Start these servers?", initialValue: false };
    if (starts.length > 0 && !(await (await import("../init/ask-choices.js")).askWith(shown, question))) {
      terminal.err("Cancelled: nothing was started or changed.\n");
      return exitCode.failed;
    }
  }
  const { adopted, staying } = await importAll(found, request, terminal);
  const report = (written: boolean) => {
    const stays = staying.map((one) => ({ ...factsOf(one), reason: one.reason }));
    print({ written, adopted: adopted.map(factsOf), staying: stays });
  };
  if (request.dryRun) for (const { shown, name } of adopted) terminal.out(`${printable(`${shown}: '${name}' would be replaced.`)}\n`);
  const done = staying.length === 0 ? exitCode.done : exitCode.failed;
  if (adopted.length === 0 || request.dryRun) {
    report(false);
    return done;
  }
  const built = await build({ ...request, format: "pretty" }, terminal);
  if (built !== exitCode.done) {
    terminal.err("The settings of clients weren't changed. Type the command again when the project builds.\n");
    return built;
  }
  const { project, user, hooks, yes } = request;
  const code = await install(
    {
      ...(project !== undefined && { project }),
      ...(user && { user }),
      ...(yes && { yes }),
      ...(hooks !== undefined && { hooks }),
      clients: [...new Set(adopted.map(({ client }) => client.id))],
    },
    terminal,
    (file, client) => {
      const adoption = adoptionIn(adopted.filter((one) => one.client.id === client && one.file === file.path));
      return adoption.servers.length === 0 ? file : { ...file, adoption };
    },
  );
  if (code !== exitCode.done) return code;
  report(true);
  terminal.out("'toolgen uninstall' gives the clients their servers back. The specs stay.\n");
  return done;
}

const factsOf = ({ client, shown, name }: FoundServer) => ({ client: client.id, path: shown, server: name });

const adoptionIn = (adopted: readonly FoundServer[]): Adoption => ({
  servers: adopted.map(({ path }) => path),
  secrets: Object.assign({}, ...adopted.map(({ server }) => (typeof server === "string" ? {} : server.values))) as SecretValues,
});

function serversOf(client: AgentClient, scope: "project" | "user", installation: Installation): readonly FoundServer[] {
  return (filesFor(client, scope, installation) ?? []).flatMap((file) => {
    const text = textOr(file, installation);
    const shown = shownPath({ file: file.path, projectDir: installation.projectDir });
    return foreignServers(file, text).map(({ path, name, entry }) => {
      const server = serverOf(joinWords(wordsIn(name), { most: 32, empty: "server" }), usualEntry(entry));
      const problem = typeof server === "string" ? undefined : secretProblem(server, text ?? "", installation);
      return { client, file: file.path, shown, path, name, server: problem ?? server };
    });
  });
}

function serverOf(name: string, entry: Parameters<typeof convertServer>[0]): ImportedServer | string {
  const server = convertServer(entry, name);
  return server.ok ? server.value : `${server.problem}.`;
}

/**
 * Why a server's secrets can't leave the settings: toolgen stores none, so each must be known from elsewhere before its
 * only text is removed.
 */
function secretProblem({ values }: ImportedServer, text: string, installation: Installation): string | undefined {
  const names = Object.entries(values).flatMap(([name, value]) => (secretValue(name, installation) === value ? [] : [name]));
  if (names.length > 0) {
    const [one, they] = names.length === 1 ? ["it is", "its value"] : ["they are", "their values"];
    return `${names.join(", ")}: ${one} in these settings alone. Give ${they} in the environment, or by a manager in your settings (docs/secrets.md).`;
  }
  const escaped = Object.entries(values).find(([, value]) => !text.includes(value) || JSON.stringify(value) !== `"${value}"`);
  return escaped === undefined ? undefined : `the value of ${escaped[0]} is written with escapes.`;
}

/** The servers that an import starts, with what starts them: the settings may be a stranger's. */
const startsOf = (found: readonly FoundServer[]) =>
  found.flatMap((one) => (typeof one.server === "string" ? [] : [{ ...one, start: startOf(one.server) }]));

function startOf({ entry: { command, args, cwd, env, url } }: ImportedServer): string {
  if (url !== undefined) return `asked at ${url}`;
  const variables = Object.entries(isJsonObject(env) ? env : {}).map(([name, value]) => `${name}=${shellWord(String(value))}`);
  const words = [command, ...(Array.isArray(args) ? args : [])].map((word) => shellWord(String(word)));
  return `started by: ${[...variables, ...words].join(" ")}${cwd === undefined ? "" : ` (in ${cwd})`}`;
}

/** Imports each server once, and reports those that stay where they are. */
async function importAll(found: readonly FoundServer[], request: AdoptRequest, terminal: Terminal) {
  const imported = new Map<string, { readonly server: ImportedServer; readonly problem: string | undefined }>();
  const adopted: FoundServer[] = [];
  const staying: Staying[] = [];
  for (const one of found) {
    const { server } = one;
    const problem = typeof server === "string" ? server : await importOnce(server, imported, request, terminal);
    if (problem === undefined) adopted.push(one);
    else staying.push({ ...one, reason: problem });
  }
  for (const { shown, name, reason } of staying) terminal.err(`${printable(`${shown}: '${name}' stays as it is: ${reason}`)}\n`);
  terminal.out(`${plural(adopted.length, "server")} of ${found.length} ${request.dryRun ? "can be adopted" : "imported"}.\n`);
  return { adopted, staying };
}

async function importOnce(
  server: ImportedServer,
  imported: Map<string, { readonly server: ImportedServer; readonly problem: string | undefined }>,
  { project, trust, dryRun }: AdoptRequest,
  terminal: Terminal,
): Promise<string | undefined> {
  const before = imported.get(server.name);
  if (before !== undefined && deepEqual(before.server.entry, server.entry)) return before.problem;
  if (before !== undefined) return "another server of its name is adopted.";
  const problem = await importProblem(
    server,
    { ...(project !== undefined && { project }), ...(trust && { trust }), ...(dryRun && { dryRun }) },
    terminal,
  );
  imported.set(server.name, { server, problem });
  return problem;
}

async function importProblem(server: ImportedServer, options: Omit<Parameters<typeof importServer>[1], "all">, terminal: Terminal) {
  try {
    const code = await importServer(server, { ...options, all: true }, terminal);
    return code === exitCode.done ? undefined : "its specs need your attention, as reported above.";
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

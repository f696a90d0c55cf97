import { agentClients } from "../../clients/agent-clients.js";
import { openInstallations } from "../clients/installations.js";
import { type ClientState, lookAtClient } from "../clients/look-at-client.js";
import { exitCode, type GlobalOptions } from "../command.js";
import { printTable } from "../io/format-text.js";
import type { Terminal } from "../io/terminal.js";
import { invocation } from "../project/project-packages.js";

/** `toolgen clients`: lists the agent clients on this machine, and where the project is installed. */
export async function clients(options: GlobalOptions & { readonly json?: true }, terminal: Terminal): Promise<number> {
  const installations = await openInstallations(options, terminal);
  if (installations === undefined) return exitCode.failed;
  const states = agentClients.map((client) => lookAtClient(client, installations));
  if (options.json) {
    const facts = states.map(({ client, isHere, project, user, hooks }) => ({
      client: client.id,
      label: client.label,
      measured: client.measured,
      source: client.source,
      isHere,
      project,
      user,
      hooks,
    }));
    terminal.out(`${JSON.stringify(facts, null, 2)}\n`);
    return exitCode.done;
  }
  const command = invocation(installations.project.projectDir, terminal.environment);
  terminal.out(table(states) + adviceFor(states, command));
  return exitCode.done;
}

const words = { installed: "installed", stale: "stale", absent: "-", unreadable: "unreadable", unsupported: "" } as const;

const hookWords = {
  none: "",
  present: ", hook",
  gone: ", hook without its program",
  unloaded: ", hook without its plugin",
} as const;

function table(states: readonly ClientState[]): string {
  const rows = [
    ["client", "here", "project", "user", "known from"],
    ...states.map(({ client, isHere, hooks, ...states }) => [
      client.id,
      isHere ? "yes" : "-",
      ...(["project", "user"] as const).map((scope) => `${words[states[scope]]}${hookWords[hooks[scope]]}`),
      client.measured ?? "documentation",
    ]),
  ];
  return printTable(rows);
}

function adviceFor(states: readonly ClientState[], command: string): string {
  const stale = (["project", "user"] as const).flatMap((scope) => {
    const ids = states.filter((state) => state[scope] === "stale").map(({ client }) => client.id);
    return ids.length === 0 ? [] : [`${command} install ${ids.join(" ")}${scope === "user" ? " --user" : ""}`];
  });
  return stale.length === 0 ? "" : `\nTo bring stale ones up to date:\n${stale.map((line) => `  $ ${line}\n`).join("")}`;
}

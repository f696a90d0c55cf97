// The table of docs/clients.md, from toolgen's descriptions of agent clients.

import { importModule } from "./compiled-modules.mjs";

const { agentClients } = await importModule("clients/agent-clients.js");

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
  return agentClients.map(({ id, label, measured, source, confirmationSide, hook, project, user, losses, byHand, lacksPlatform }) => {
    const on = {
      ...installation,
      hooks: hook?.isDefault === true,
      ...(lacksPlatform === "linux" && { machine: { ...machine, platform: "darwin" } }),
    };
    return {
      id,
      label,
      evidence: measured ?? `[documentation](${source})`,
      project: filesOf(project?.(on)),
      user: filesOf(user?.(on)),
      side: confirmationSide === "client" ? "the client" : "the server",
      hooks: hook && {
        obeys: hook.decides === "calls" ? "allow, ask and deny" : "deny",
        when: hook.isDefault ? "by default" : "with `--hooks`",
      },
      hook: hook === undefined ? "–" : `${hook.decides}${hook.isDefault ? "" : " (`--hooks`)"}`,
      losses: losses.map((loss) => (hook?.isDefault && hook.regains.includes(loss) ? `without the hook, ${loss}` : loss)),
      steps: [...byHand.project.map((step) => `Project: ${step}`), ...byHand.user.map((step) => `User: ${step}`)],
    };
  });
}

const filesOf = (files) =>
  (files ?? [])
    .filter(({ pieces }) => pieces.some(({ items }) => items?.length !== 0))
    .map(({ path, syntax }) => `\`${path}\` (${formOf(syntax)})`)
    .join(", ") || "–";

function formOf(syntax) {
  if (syntax.kind === "toml") return "TOML";
  return syntax.trailingCommas ? "JSON with comments and trailing commas" : syntax.comments ? "JSON with comments" : "JSON";
}

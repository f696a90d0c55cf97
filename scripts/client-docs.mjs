// The table of docs/clients.md, from what toolgen knows of each agent client.

const { agentClients } = await import("../dist/clients/clients.js");

/** A project in which the home folder and the project have short names. */
const machine = { home: "~", platform: "linux", environment: {}, node: "/usr/bin/node" };
const installation = {
  server: "toolgen",
  output: "generated",
  projectDir: "/project",
  tools: ["allow", "ask", "deny"].map((decision) => ({ tool: decision, decision, dependsOnArguments: false })),
  variables: [],
  machine,
};

/** A row for each client: its files, whether they were measured, who asks, and what is lost. */
export function clientRows() {
  return agentClients.map(({ id, label, measured, source, gate, project, user, losses, byHand, lacksPlatform }) => {
    const on = lacksPlatform === "linux" ? { ...installation, machine: { ...machine, platform: "darwin" } } : installation;
    return {
      id,
      label,
      evidence: measured ?? `[documentation](${source})`,
      project: filesOf(project?.(on)),
      user: filesOf(user?.(on)),
      gate: gate === "client" ? "the client" : "the server",
      losses,
      steps: [...byHand.project.map((step) => `Project: ${step}`), ...byHand.user.map((step) => `User: ${step}`)],
    };
  });
}

const filesOf = (files) => (files ?? []).map(({ path, syntax }) => `\`${path}\` (${formOf(syntax)})`).join(", ") || "–";

function formOf(syntax) {
  if (syntax.kind === "toml") return "TOML";
  return syntax.trailingCommas ? "JSON with comments and trailing commas" : syntax.comments ? "JSON with comments" : "JSON";
}

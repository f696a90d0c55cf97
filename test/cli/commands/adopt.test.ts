import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

const program = fileURLToPath(new URL("listing-server.mjs", import.meta.url));
const notes = [
  { name: "find-notes", description: "Find notes.", inputSchema: { type: "object", properties: { query: { type: "string" } } } },
];

/** A project with these servers in Claude Code's file. */
function projectWith(servers: Readonly<Record<string, object>>) {
  const text = JSON.stringify({ mcpServers: servers }, null, 2);
  const project = projectOf({ "toolgen.yaml": "version: 1\nserver: ours\n", "notes.json": JSON.stringify(notes), ".mcp.json": text });
  const env = { HOME: temporaryFolder(), XDG_STATE_HOME: undefined, XDG_CONFIG_HOME: undefined, CLAUDE_CONFIG_DIR: undefined };
  const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    toolgen(project, args, { env: { ...env, ...more } });
  return {
    text,
    run,
    file: () => readFileSync(join(project, ".mcp.json"), "utf8"),
    exists: (path: string) => existsSync(join(project, path)),
  };
}

const listing = { command: process.execPath, args: [program, "notes.json"] };

it("adopts the servers that it can import, and says why others stay", () => {
  const { text, run, file } = projectWith({
    notes: listing,
    "Other Notes": { ...listing, env: { NOTES_TOKEN: "s3cr3t-1234567" } },
    off: { command: "missing", disabled: true },
    missing: { command: "missing-program" },
    bare: { type: "stdio" },
  });
  const staying = [
    ["Other Notes", expect.stringMatching(/^NOTES_TOKEN: it is in these settings alone\. .*docs\/secrets\.md\)\.$/)],
    ["bare", "it has neither a `command` nor an address."],
    ["missing", expect.stringContaining("missing-program was not found")],
  ];
  const dry = run(["adopt", "claude", "--dry-run", "--yes"]);
  expect([dry.status, file()]).toEqual([1, text]);
  expect(dry.stdout).toContain(".mcp.json: 'notes' would be replaced.");
  const { status, stdout } = run(["adopt", "claude", "--yes", "--json"]);
  const facts = JSON.parse(stdout);
  expect([status, facts.written, facts.adopted]).toEqual([1, true, [{ client: "claude", path: ".mcp.json", server: "notes" }]]);
  expect(facts.staying.map((one: { server: string; reason: string }) => [one.server, one.reason]).toSorted()).toEqual(staying);
  expect(Object.keys(JSON.parse(file()).mcpServers).toSorted()).toEqual(["Other Notes", "bare", "missing", "off", "ours"]);

  const more = run(["adopt", "--yes", "--json"], { NOTES_TOKEN: "s3cr3t-1234567" });
  expect(JSON.parse(more.stdout).adopted).toEqual([{ client: "claude", path: ".mcp.json", server: "Other Notes" }]);
  expect(run(["uninstall", "claude", "--yes"], { NOTES_TOKEN: "s3cr3t-1234567" }).status).toBe(0);
  expect(file()).toBe(text);
});

it("adopts nothing where there is nothing, without a terminal, or if the project doesn't build", () => {
  expect(projectWith({}).run(["adopt", "--yes"])).toMatchObject({
    status: 0,
    stdout: "No client has servers to adopt in the project's settings.\n",
  });
  const { text, run, file } = projectWith({ notes: listing });
  expect(run(["adopt", "claude"])).toMatchObject({ status: 2, stderr: expect.stringContaining("Add --yes, or --dry-run") });
  const broken = projectOf({ "tools.d/broken.yaml": "name: 1\n", "notes.json": JSON.stringify(notes), ".mcp.json": text });
  const failed = toolgen(broken, ["adopt", "claude", "--yes"], { env: { HOME: temporaryFolder() } });
  expect([failed.status, failed.stderr]).toEqual([1, expect.stringContaining("The settings of clients weren't changed.")]);
  expect([readFileSync(join(broken, ".mcp.json"), "utf8"), file()]).toEqual([text, text]);
});

it("starts no server that its user hasn't seen", () => {
  const start = { command: "sh", args: ["-c", "touch started"], env: { PATH: "/bin" }, cwd: "/srv" };
  const servers = { bad: start, "far\u001b[2J": { type: "http", url: "https://example.invalid/mcp" }, bare: { type: "stdio" } };
  const { text, run, file, exists } = projectWith(servers);
  const shown = run(["adopt", "--dry-run"]);
  expect([shown.status, shown.stderr]).toEqual([0, ""]);
  expect(shown.stdout).toContain(".mcp.json: 'bad' is started by: PATH=/bin sh -c 'touch started' (in /srv)\n");
  expect(shown.stdout).toMatch(/'far[^\u001b]*' is asked at https:\/\/example\.invalid\/mcp\n/);
  expect(shown.stdout).toContain("Nothing was started (--dry-run).");
  expect(JSON.parse(run(["adopt", "--dry-run", "--json"]).stdout)).toMatchObject({ written: false, starts: [{ server: "bad" }, {}] });
  expect([file(), exists("started")]).toEqual([text, false]);
  const agreed = projectWith({ bad: { command: "sh", args: start.args } });
  agreed.run(["adopt", "--dry-run", "--yes"]);
  expect(agreed.exists("started")).toBe(true);
});

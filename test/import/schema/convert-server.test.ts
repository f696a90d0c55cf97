import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json-value.js";
import { connectedSettings, convertServer, nameServer } from "../../../src/import/import-mcp.js";
import { addServerEntry } from "../../../src/import/plan-import.js";

const entryOf = (settings: JsonObject) => {
  const server = convertServer(settings, "notes");
  return server.ok ? server.value : server.problem;
};

it("makes secrets of values that look like ones, and of references to variables", () => {
  const server = entryOf({
    command: "npx",
    args: ["-y", "notes-mcp"],
    env: { NOTES_API_KEY: "abc123", LEVEL: "error", HOST: "${NOTES_HOST}", BOTH: "a ${ONE} $TWO", BRACES: "{{x}}" },
  });
  expect(server).toEqual({
    name: "notes",
    entry: {
      command: "npx",
      args: ["-y", "notes-mcp"],
      env: {
        NOTES_API_KEY: "{{@secret.NOTES_API_KEY}}",
        LEVEL: "error",
        HOST: "{{@secret.NOTES_HOST}}",
        BOTH: "a {{@secret.ONE}} {{@secret.TWO}}",
        BRACES: "\\{{x}}",
      },
      secrets: {
        NOTES_API_KEY: "Value of NOTES_API_KEY for the server.",
        NOTES_HOST: "Value of HOST for the server.",
        ONE: "Value of BOTH for the server.",
        TWO: "Value of BOTH for the server.",
      },
    },
    values: { NOTES_API_KEY: "abc123" },
  });
  expect(JSON.stringify(Object(server).entry)).not.toContain("abc123");
});

it("makes a secret of a variable whose value has one, whatever its name", () => {
  expect(entryOf({ command: "notes", env: { NOTES_DATABASE: "postgres://me:abc@localhost/notes" } })).toMatchObject({
    entry: { env: { NOTES_DATABASE: "{{@secret.NOTES_DATABASE}}" } },
  });
});

it.each(["--max-tokens=5", "SORT=key", "C:/notes", "key", "https://example.com/a?token=", "--header", "http://localhost:80/@scope"])(
  "takes no word for a secret that only looks like one: %s",
  (word) => {
    expect(entryOf({ command: "notes", args: [word] })).toMatchObject({ entry: { args: [word] } });
  },
);

it("keeps the scheme of a header beside its secret", () => {
  expect(
    entryOf({ url: "https://example.com/mcp", headers: { Authorization: "Bearer abc123", "X-Api-Key": "k", Accept: "text/plain" } }),
  ).toMatchObject({
    entry: {
      headers: {
        Authorization: "Bearer {{@secret.NOTES_AUTHORIZATION}}",
        "X-Api-Key": "{{@secret.NOTES_X_API_KEY}}",
        Accept: "text/plain",
      },
    },
    values: { NOTES_AUTHORIZATION: "abc123", NOTES_X_API_KEY: "k" },
  });
});

it.each([
  [{ command: "notes", args: ["--api-key", "abc"] }, "an argument has a secret (--api-key)"],
  [{ command: "notes", args: ["--token=abc"] }, "an argument has a secret (--token)"],
  [{ command: "docker", args: ["run", "-e", "NOTES_TOKEN=abc", "notes"] }, "an argument has a secret (NOTES_TOKEN)"],
  [{ command: "docker", args: ["run", "--env=NOTES_TOKEN=abc", "notes"] }, "an argument has a secret (NOTES_TOKEN)"],
  [{ command: "npx", args: ["mcp-remote", "https://example.com/mcp", "--header", "Authorization: Bearer abc"] }, "(Authorization)"],
  [{ command: "notes", args: ["postgres://me:abc@localhost/notes"] }, "(the address with a password)"],
  [{ command: "notes", args: ["https://example.com/mcp?apiKey=abc"] }, "an argument has a secret (apiKey)"],
  [{ url: "https://example.com/mcp?v=1&apiKey=abc" }, "its address has a secret (apiKey)"],
  [{ url: "https://abc@example.com/mcp" }, "its address has a secret (its user)"],
  [{ url: "https://:abc@example.com/mcp" }, "its address has a secret (the address with a password)"],
  [{ command: "notes", args: ["${HOME}/notes"] }, "refers to a variable"],
  [{ command: "notes", args: [1] }, "not a list of texts"],
  [{}, "neither a `command` nor an address"],
  [{ url: "file:///etc/passwd" }, "neither a `command` nor an address"],
])("refuses an entry that can't be written safely: %j", (settings, words) => {
  expect(entryOf(settings)).toContain(words);
});

it("connects with the values of the settings or of the environment, and says which are missing", () => {
  const server = convertServer({ command: "notes", env: { A_KEY: "1", B: "${B_KEY}", C: "{{c}}" } }, "notes");
  if (!server.ok) throw new Error(server.problem);
  expect(connectedSettings(server.value, { B_KEY: "2" })).toEqual({
    ok: true,
    value: { command: "notes", env: { A_KEY: "1", B: "2", C: "{{c}}" } },
  });
  expect(connectedSettings(server.value, {})).toEqual({ ok: false, problem: "The server 'notes' needs B_KEY in the environment." });
  // As for calls, `*` stands for any rest.
  const own = { name: "notes", entry: { command: "notes", pass: ["NOTES_*", "MODE"] }, values: {} };
  expect(connectedSettings(own, { NOTES_DIR: "d", MODE: "m", MODES: "other" })).toEqual({
    ok: true,
    value: { command: "notes", env: { NOTES_DIR: "d", MODE: "m" } },
  });
});

it.each([
  [["npx", "-y", "@modelcontextprotocol/server-everything"], "everything"],
  [["npx", "-y", "@modelcontextprotocol/server-filesystem@2026.8.31", "/data"], "filesystem"],
  [["node", "/opt/notes-mcp/dist/index.js", "stdio"], "notes"],
  [["github-mcp-server"], "github"],
  [["https://mcp.example.com/mcp"], "example"],
  [["uvx", "mcp-server-git"], "git"],
  [["npx", "mcp"], "server"],
])("names a server by %j", (words, name) => {
  expect(nameServer(words)).toBe(name);
});

it("adds a server to toolgen.yaml, and keeps comments and all other lines", () => {
  const entry = { command: "npx", args: ["-y", "notes-mcp"] };
  const text = "version: 1 # the language\n# ours\nserver: ours\n";
  const added = addServerEntry(text, { name: "notes", entry });
  expect(added).toEqual({ ok: true, value: `${text}mcpServers:\n  notes:\n    command: npx\n    args: [ -y, notes-mcp ]\n` });
  const more = addServerEntry(`${text}mcpServers: { a: { command: b } } # few\nlimits: { timeout: 5m }\n`, { name: "notes", entry });
  expect(more.ok && more.value).toContain("# few");
  expect(more.ok && more.value).toContain("  notes:\n    command: npx\n");
  expect(more.ok && more.value).toContain("a: { command: b }");
  expect(addServerEntry(undefined, { name: "notes", entry })).toMatchObject({ ok: true, value: expect.stringMatching(/^version: 1\n/) });
  expect(addServerEntry("a: [", { name: "notes", entry })).toMatchObject({ ok: false });
});

import fc from "fast-check";
import { type ParseError, parse } from "jsonc-parser";
import { expect, it } from "vitest";
import { agentClients } from "../../src/clients/agent-clients.js";
import type { Installation, SettingsFile } from "../../src/clients/client.js";
import { installInFile, rebase, uninstallFromFile } from "../../src/clients/installed-file.js";
import { commentedJson, lenientJson, strictJson, toml } from "../../src/clients/piece.js";
import { repeat } from "../kit/repeat.js";
import { jsonSettings, tomlSettings } from "./random-settings.js";

const numRuns = repeat({ usual: 50, soak: 500 });

const entry = (name: string) => ({ type: "stdio", command: "node", args: ["-e", 'x("é")', `${name}/mcp/server.cjs`] });

const claudeFile = (syntax: SettingsFile["syntax"], server = "toolgen", allow = ["mcp__toolgen__a", "mcp__toolgen__b"]): SettingsFile => ({
  path: "settings.json",
  syntax,
  pieces: [
    { kind: "entries", path: ["mcpServers"], entries: [[server, entry(server)]], mark: `${server}/mcp/server.cjs` },
    { kind: "items", path: ["permissions", "allow"], items: allow },
    { kind: "items", path: ["permissions", "deny"], items: ["mcp__toolgen__d"] },
  ],
});

const codexFile = (mode = "prompt"): SettingsFile => ({
  path: "config.toml",
  syntax: toml,
  pieces: [
    {
      kind: "entries",
      path: ["mcp_servers"],
      entries: [
        [
          "toolgen",
          {
            command: "node",
            args: ["generated/mcp/server.cjs"],
            tools: { say: { approval_mode: mode }, "a b": { approval_mode: "approve" } },
          },
        ],
      ],
      mark: "generated/mcp/server.cjs",
    },
  ],
});

function installed(file: SettingsFile, text: string | undefined, before?: Parameters<typeof installInFile>[2]) {
  const result = installInFile(file, text, before);
  if (!result.ok) throw new Error(result.problem);
  return { text: result.text ?? "", memory: result.installed };
}

const removed = (...args: Parameters<typeof uninstallFromFile>) => {
  const result = uninstallFromFile(...args);
  if (!result.ok) throw new Error(result.problem);
  return result.text;
};

const value = (text: string) => parse(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true });

/** The errors of a client that reads a text in this syntax. */
function errorsIn(text: string, syntax: SettingsFile["syntax"]): readonly ParseError[] {
  const errors: ParseError[] = [];
  const { comments, trailingCommas } = syntax.kind === "json" ? syntax : { comments: false, trailingCommas: false };
  parse(text.replace(/^\uFEFF/, ""), errors, { disallowComments: !comments, allowTrailingComma: trailingCommas });
  return errors;
}

/** True if a text came from another by insertions alone. An empty file has a new text. */
function isInsertion(before: string, after: string): boolean {
  let at = 0;
  for (const character of after) if (before[at] === character) at += 1;
  return at === before.length || before.trim() === "";
}

it.each([
  ["strict JSON", strictJson, jsonSettings()],
  ["JSON with comments", commentedJson, jsonSettings({ comments: true })],
  ["JSON with comments and trailing commas", lenientJson, jsonSettings({ comments: true, trailingCommas: true })],
] as const)("adds to random files in %s and gives back every byte", (_name, syntax, files) => {
  fc.assert(
    fc.property(files, (text) => {
      const file = claudeFile(syntax);
      const { text: after, memory } = installed(file, text);
      expect(value(after)).toMatchObject({ mcpServers: { toolgen: entry("toolgen") } });
      expect(value(after).permissions.allow.slice(-2)).toEqual(["mcp__toolgen__a", "mcp__toolgen__b"]);
      expect(errorsIn(after, syntax)).toEqual([]);
      expect(isInsertion(text, after)).toBe(true);
      if (text.includes("\r\n")) expect(after.replaceAll("\r\n", "")).not.toContain("\n");
      expect(installed(file, after, memory).text).toBe(after);
      // A project's file that holds exactly toolgen's rules is toolgen's.
      if (memory === undefined) return;
      expect(removed(file, after, memory)).toBe(text);
      // Edited since: what is the user's stays as it was.
      const edited = after.replace("{", '{"added": 1, ');
      const rest = removed(file, edited, memory);
      expect(errorsIn(rest ?? "", syntax)).toEqual([]);
      expect(value(rest ?? "")).toEqual({ added: 1, ...value(text) });
    }),
    { numRuns },
  );
});

it("adds to random TOML files and gives back every byte", () => {
  fc.assert(
    fc.property(tomlSettings, (text) => {
      const { text: after, memory } = installed(codexFile(), text);
      expect(after).toContain('approval_mode = "prompt"');
      expect(isInsertion(text, after)).toBe(true);
      expect(installed(codexFile(), after, memory).text).toBe(after);
      expect(removed(codexFile(), after, memory)).toBe(text);
      const changed = installed(codexFile("approve"), after, memory);
      expect(removed(codexFile("approve"), changed.text, changed.memory)).toBe(text);
      const edited = `# mine\n${after.replace("\uFEFF", "")}`;
      const rest = removed(codexFile(), edited, memory) ?? "";
      expect(rest).not.toContain("approval_mode");
      expect(isInsertion(text.replace("\uFEFF", "").trimEnd(), rest)).toBe(true);
    }),
    { numRuns },
  );
});

it("adds to an inline table, which has no place for a block", () => {
  const text = 'mcp_servers = { other = { command = "x" } } # mine\n[z]\na = 1\n';
  const { text: after, memory } = installed(codexFile(), text);
  expect(after).toContain("# mine");
  expect(after).not.toMatch(/,\s*\}/);
  expect(removed(codexFile(), after, memory)).toBe(text);
});

it("brings an installation up to date, and still gives back the file before the first", () => {
  const text = '{\n    "permissions": { "allow": ["Bash(ls)"] }\n}\n';
  const first = installed(claudeFile(strictJson), text);
  const second = installed(claudeFile(strictJson, "toolgen", ["mcp__toolgen__b"]), first.text, first.memory);
  expect(value(second.text).permissions.allow).toEqual(["Bash(ls)", "mcp__toolgen__b"]);
  expect(removed(claudeFile(strictJson), second.text, second.memory)).toBe(text);
});

it("keeps an element that the user had written before", () => {
  const text = '{ "permissions": { "deny": ["mcp__toolgen__d"] } }';
  const { text: after, memory } = installed(claudeFile(strictJson), text);
  const rest = removed(claudeFile(strictJson), after.replace('"deny"', '"ask": [], "deny"'), memory);
  expect(value(rest ?? "")).toEqual({ permissions: { ask: [], deny: ["mcp__toolgen__d"] } });
});

it("takes two installations out of one file in either order", () => {
  fc.assert(
    fc.property(jsonSettings({ comments: true, trailingCommas: true }), fc.boolean(), (text, firstLeavesFirst) => {
      const [a, b] = [claudeFile(lenientJson, "first", ["mcp__first__a"]), claudeFile(lenientJson, "second", ["mcp__second__a"])];
      const first = installed(a, text);
      const second = installed(b, first.text);
      if (first.memory === undefined || second.memory === undefined) throw new Error("nothing is remembered");
      if (!firstLeavesFirst) {
        const without = removed(b, second.text, second.memory);
        expect(removed(a, without, first.memory)).toBe(text);
        return;
      }
      const to = removed(a, second.text, first.memory) ?? "";
      const [rebased] = rebase([second.memory], first.memory, a, second.text);
      expect(removed(b, to, rebased)).toBe(text);
    }),
    { numRuns: 60 },
  );
});

it("removes a file that it made, also after the user has deleted the rest of it", () => {
  const { text, memory } = installed(claudeFile(strictJson), undefined);
  expect(removed(claudeFile(strictJson), text, memory)).toBeUndefined();
  expect(removed(claudeFile(strictJson), text.replace("{", "{ "), memory)).toBeUndefined();
});

it.each([
  ["a comment", '{\n  // note\n  "a": 1\n}', "has a comment, which this client doesn't read (line 2)"],
  [
    "a trailing comma",
    '{ "permissions": { "deny": ["x"], } }',
    "isn't valid JSON: a value or a key is missing, or a comma is left over (line 1)",
  ],
  ["half a file", '{ "a": ', "isn't valid JSON: a value or a key is missing, or a comma is left over (line 1)"],
  ["a list", "[]", "is not a JSON object"],
  ["a list where an object should be", '{ "mcpServers": [] }', "has 'mcpServers', which is not an object"],
  ["a key that is there twice", '{ "mcpServers": {}, "mcpServers": {} }', "has the key 'mcpServers' twice"],
  [
    "another server of that name",
    '{ "mcpServers": { "toolgen": { "command": "x" } } }',
    "has 'mcpServers.toolgen' with another value, which this project's toolgen didn't write: give one of the two another name, by `server:` in toolgen.yaml",
  ],
])("refuses %s", (_name, text, problem) => {
  expect(installInFile(claudeFile(strictJson), text, undefined)).toEqual({ ok: false, problem });
});

it("replaces an earlier form of its own server", () => {
  const old = '{ "mcpServers": { "toolgen": { "command": "node", "args": ["toolgen/mcp/server.cjs"] } } }';
  expect(value(installed(claudeFile(strictJson), old).text).mcpServers).toEqual({ toolgen: entry("toolgen") });
});

it("keeps what the user added to the server's entry, and remembers none of it", () => {
  const first = installed(claudeFile(strictJson), undefined);
  const edited = first.text.replace('"args": [', '"env": { "TOKEN": "s3cret" },\n      "args": [');
  expect(installInFile(claudeFile(strictJson), edited, first.memory)).toMatchObject({ ok: true, text: edited });
  const older = JSON.stringify({
    mcpServers: { toolgen: { ...entry("toolgen"), args: ["toolgen/mcp/server.cjs"], env: { TOKEN: "s3cret" } } },
  });
  const renewed = installed(claudeFile(strictJson), older);
  expect(value(renewed.text).mcpServers).toEqual({ toolgen: { ...entry("toolgen"), env: { TOKEN: "s3cret" } } });
  expect(JSON.stringify(renewed.memory)).not.toContain("s3cret");
});

it("gives back an entry that precedes the first install, also after a second", () => {
  const older = `{ "mcpServers": { "toolgen": { "args": ["toolgen/mcp/server.cjs"], "env": { "TOKEN": "s3cret" } } } }`;
  const first = installed(claudeFile(strictJson), older);
  const second = installed(claudeFile(strictJson, "toolgen", ["mcp__toolgen__b"]), first.text, first.memory);
  expect(value(second.text).mcpServers).toEqual({ toolgen: { ...entry("toolgen"), env: { TOKEN: "s3cret" } } });
  expect(removed(claudeFile(strictJson), second.text, second.memory)).toBe(older);
  expect(JSON.stringify(second.memory)).not.toContain("s3cret");
  // Edited since: the entry stays in its new form, because toolgen didn't add it.
  const rest = removed(claudeFile(strictJson), second.text.replace("{", '{"added": 1, '), second.memory);
  expect(value(rest ?? "")).toEqual({ added: 1, mcpServers: value(second.text).mcpServers });
});

it("puts the wildcard first where the last rule wins, and replaces its own rules behind it", () => {
  const file = (rules: readonly (readonly [string, string])[]): SettingsFile => ({
    path: "/home/me/opencode.json",
    syntax: lenientJson,
    pieces: [{ kind: "entries", path: ["permission"], entries: [["toolgen_*", "ask"], ...rules], prefix: "toolgen_", servers: ["mcp"] }],
  });
  const text = '{ "permission": { "bash": "ask" } }';
  const first = installed(
    file([
      ["toolgen_a", "allow"],
      ["toolgen_old", "allow"],
    ]),
    text,
  );
  const second = installed(file([["toolgen_a", "deny"]]), first.text, first.memory);
  expect(Object.entries(value(second.text).permission)).toEqual([
    ["bash", "ask"],
    ["toolgen_*", "ask"],
    ["toolgen_a", "deny"],
  ]);
  // In another home nothing remembers it: it may be the user's.
  expect(Object.keys(value(installed(file([["toolgen_a", "deny"]]), first.text).text).permission).at(-1)).toBe("toolgen_old");
  // A rule about another server, whose name begins in the same way.
  const foreign = second.text.replace('"deny"', '"deny", "toolgen_extra_rm": "deny"').replace("{", '{ "mcp": { "toolgen_extra": {} },');
  const rest = removed(file([["toolgen_a", "deny"]]), foreign, second.memory) ?? "";
  expect(Object.entries(value(rest).permission)).toEqual([
    ["bash", "ask"],
    ["toolgen_extra_rm", "deny"],
  ]);
  expect(installInFile(file([["toolgen_a", "deny"]]), rest, undefined)).toEqual({
    ok: false,
    problem: "has 'permission.toolgen_extra_rm', over which 'toolgen_*' would win: remove it, or give the server another name",
  });
});

const box: Installation = {
  server: "box",
  output: "generated",
  projectDir: "/project",
  tools: [
    { tool: "ping", decision: "allow", possible: ["allow"], writes: false },
    { tool: "erase", decision: "ask", possible: ["ask"], writes: true },
  ],
  variables: [],
  machine: { home: "/home/me", platform: "linux", environment: {}, node: "/usr/bin/node" },
  hooks: false,
};
const ruled = agentClients.flatMap((client) =>
  (["project", "user"] as const).flatMap((scope) =>
    (client[scope]?.(box) ?? []).flatMap((file) =>
      file.pieces.some(({ prefix }) => prefix !== undefined) ? [[client.id, scope, file] as const] : [],
    ),
  ),
);

it("takes out what another home has added since, and nothing of the user's", () => {
  const file = (...allow: readonly string[]): SettingsFile => ({
    path: ".claude/settings.json",
    syntax: strictJson,
    pieces: [{ kind: "items", path: ["permissions", "allow"], items: allow, prefix: "mcp__box__" }],
  });
  const text = '{ "permissions": { "allow": ["mcp__box__mine", "Bash(ls)"] } }';
  const ours = installed(file("mcp__box__a"), text);
  const theirs = ours.text.replace('"mcp__box__a"', '"mcp__box__a", "mcp__box__b", "mcp__box__gone"');
  const rest = removed(file("mcp__box__a", "mcp__box__b"), theirs, ours.memory, true);
  expect(value(rest ?? "")).toEqual({ permissions: { allow: ["mcp__box__mine", "Bash(ls)"] } });
  const renewed = installInFile(file("mcp__box__b"), theirs, ours.memory, [], true);
  expect(renewed.ok && value(renewed.text ?? "").permissions.allow).toEqual(["mcp__box__mine", "Bash(ls)", "mcp__box__b"]);
});

it.each(ruled)("keeps the user's own rules about the server's tools in %s, %s", (_client, _scope, file) => {
  const decision = fc.constantFrom("allow", "ask", "deny");
  // A tool, one that the server doesn't have, and one that may be of the server `box__x`.
  const rules = fc.dictionary(fc.constantFrom("ping", "erase", "delete_repo", "x__del"), decision, { maxKeys: 3 });
  const rank = (one: string) => ["allow", "ask", "deny"].indexOf(one);
  fc.assert(
    fc.property(rules, (drawn) => {
      const pieces = file.pieces.filter(({ prefix }) => prefix !== undefined);
      const lists = pieces.map((piece): readonly [readonly string[], unknown] => {
        const name = (tool: string) => `${piece.prefix}${tool}${piece.kind === "items" ? (piece.suffix ?? "") : ""}`;
        if (piece.kind === "entries")
          return [piece.path, Object.fromEntries(Object.entries(drawn).map(([tool, one]) => [name(tool), one]))];
        const list = pieces.length === 1 ? "allow" : piece.path.at(-1);
        return [piece.path, Object.keys(drawn).flatMap((tool) => (drawn[tool] === list ? [name(tool)] : []))];
      });
      const before = {};
      for (const [[first = "", second], list] of lists)
        Object.assign(before, { [first]: second === undefined ? list : { ...Object(before)[first], [second]: list } });
      const text = JSON.stringify(before, null, 2);
      const { text: after, memory } = installed(file, text);
      for (const [path, list] of lists) {
        const now = path.reduce((inner, key) => inner[key], value(after));
        if (Array.isArray(list)) expect(now).toEqual(expect.arrayContaining(list));
        else for (const [key, one] of Object.entries(Object(list))) expect(rank(now[key])).toBeGreaterThanOrEqual(rank(String(one)));
      }
      expect(installed(file, after, memory).text).toBe(after);
      // In a project's file, rules that equal toolgen's are toolgen's.
      if (memory !== undefined || file.path.startsWith("/")) expect(removed(file, after, memory)).toBe(text);
      // Edited since.
      const edited = after.replace("{", '{"added": 1, ');
      if (text.includes("delete_repo") && memory !== undefined) expect(removed(file, edited, memory, true)).toContain("delete_repo");
    }),
    { numRuns },
  );
});

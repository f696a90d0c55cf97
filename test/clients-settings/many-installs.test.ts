import fc from "fast-check";
import { expect, it } from "vitest";
import type { SettingsFile } from "../../src/clients/client.js";
import { type InstalledFile, installInFile, rebase, uninstallFromFile } from "../../src/clients/installed-file.js";
import { lenientJson, strictJson, toml } from "../../src/clients/piece.js";
import { jsonSettings, tomlSettings } from "./random-settings.js";

type Server = "first" | "second";

/** Settings of a project that has a server of that name. */
function settingsFile(syntax: SettingsFile["syntax"], server: Server, tools: readonly string[]): SettingsFile {
  const mark = `${server}/mcp/server.cjs`;
  const entry = { command: "node", args: [mark] };
  if (syntax.kind === "toml") {
    const modes = Object.fromEntries(tools.map((tool) => [tool, { approval_mode: "approve" }]));
    return {
      path: "x",
      syntax,
      pieces: [{ kind: "entries", path: ["mcp_servers"], entries: [[server, { ...entry, tools: modes }]], mark }],
    };
  }
  return {
    path: "x",
    syntax,
    pieces: [
      { kind: "entries", path: ["mcpServers"], entries: [[server, entry]], mark },
      { kind: "items", path: ["permissions", "allow"], items: tools.map((tool) => `mcp__${server}__${tool}`) },
      { kind: "items", path: ["permissions", "deny"], items: [`mcp__${server}__banned`] },
    ],
  };
}

const server = fc.constantFrom<Server>("first", "second");
const step = fc.oneof(
  fc.record({ kind: fc.constant("install"), server, tools: fc.constantFrom(["a"], ["a", "b"], ["c"]) }),
  fc.record({ kind: fc.constant("uninstall"), server }),
  fc.record({ kind: fc.constant("edit"), number: fc.nat() }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A user's addition to a file, which is the same whether toolgen has something in it or not. */
const edited = (text: string, { kind }: SettingsFile["syntax"], number: number) =>
  kind === "toml" ? text.replace(/^\uFEFF?/, (mark) => `${mark}# edit ${number}\n`) : text.replace("{", `{"edit${number}": 1, `);

/** Does these steps to a file, and takes out what is installed at the end. */
function afterSteps(syntax: SettingsFile["syntax"], text: string | undefined, steps: readonly Step[]): string | undefined {
  let current = text;
  const installed = new Map<Server, { readonly file: SettingsFile; readonly memory: InstalledFile }>();
  const others = (name: Server) => [...installed].flatMap(([key, { memory, file }]) => (key === name ? [] : [{ ...memory, key, file }]));
  const ok = <T extends { readonly ok: boolean }>(changed: T) => {
    if (!changed.ok) throw new Error(JSON.stringify(changed));
    return changed as Extract<T, { readonly ok: true }>;
  };
  const uninstall = (name: Server) => {
    const own = installed.get(name);
    if (own === undefined) return;
    const { text: without } = ok(uninstallFromFile(own.file, current, own.memory));
    const rebased = current === undefined || without === undefined ? [] : rebase(others(name), own.memory, own.file, current);
    installed.delete(name);
    for (const { key, file, ...memory } of rebased) installed.set(key, { file, memory });
    current = without;
  };
  for (const one of steps)
    if (one.kind === "edit") current = current === undefined ? undefined : edited(current, syntax, one.number);
    else if (one.kind === "uninstall") uninstall(one.server);
    else {
      const file = settingsFile(syntax, one.server, one.tools);
      const before = installed.get(one.server)?.memory;
      const { text: after, installed: memory } = ok(installInFile(file, current, before, others(one.server)));
      current = after;
      if (memory !== undefined) installed.set(one.server, { file, memory });
    }
  for (const name of installed.keys()) uninstall(name);
  return current;
}

it.each([
  ["strict JSON", strictJson, jsonSettings()],
  ["JSON with comments and trailing commas", lenientJson, jsonSettings({ comments: true, trailingCommas: true })],
  ["TOML", toml, tomlSettings],
] as const)("leaves what the user wrote in %s, whatever is installed, edited and taken out in which order", (_name, syntax, files) => {
  fc.assert(
    fc.property(files, fc.array(step, { maxLength: 8 }), (text, steps) => {
      // A member can only be added before another one, and a blank TOML file is written from scratch.
      fc.pre(syntax.kind === "toml" ? text.replace("\uFEFF", "").trim() !== "" : /^\uFEFF?(?:\/\/.*\s*)?\{\s*"/.test(text));
      const edits = steps.filter(({ kind }) => kind === "edit");
      expect(afterSteps(syntax, text, steps)).toBe(afterSteps(syntax, text, edits));
    }),
    { numRuns: 200 },
  );
});

it("removes a file that only toolgen wrote to, whatever is installed and taken out in which order", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const installs = steps.filter(({ kind }) => kind !== "edit");
      expect(afterSteps(strictJson, undefined, installs)).toBeUndefined();
      expect(afterSteps(toml, undefined, installs)).toBeUndefined();
    }),
  );
});

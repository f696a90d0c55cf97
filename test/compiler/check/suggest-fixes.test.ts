import { expect, it } from "vitest";
import { readProject, suggest } from "../../../src/compiler/compile.js";
import { parse } from "../../../src/compiler/source.js";
import { type Suggestion, suggestFixes } from "../../../src/compiler/suggest-fixes.js";
import { askedValues } from "../../../src/programs/place-class.js";
import { assets, compiled } from "../../kit/compiled.js";
import { memoryHost } from "../../kit/memory-host.js";
import { sampled } from "../../kit/repeat.js";

type Json = Record<string, unknown>;

const toolWith = (command: unknown, more: Json = {}): Json => ({
  name: "t",
  description: "d",
  kind: "read",
  schema: { properties: { x: { type: "string" } }, required: ["x"] },
  command,
  ...more,
});

const suggestionsFor = (spec: Json, config: Json = { version: 1 }) =>
  suggest(memoryHost({ "toolgen.yaml": JSON.stringify(config), "tools.d/t.yaml": JSON.stringify(spec, null, 1) }), assets);

/** Returns the document with what a suggestion says. */
function applied(document: Json, { path, value }: Pick<Suggestion, "path" | "value">): Json {
  const [step = "", ...rest] = path.map(String);
  const inside = document[step] as Json | undefined;
  return { ...document, [step]: rest.length === 0 ? value : applied(inside ?? {}, { path: rest, value }) };
}

async function isAsked(spec: Json, config: Json): Promise<boolean> {
  const { model, diagnostics } = await compiled({ "toolgen.yaml": JSON.stringify(config), "t.yaml": JSON.stringify(spec) }, []);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const [tool] = model.tools;
  if (config.risk !== undefined) return tool?.risk.requiresConfirmation !== false;
  return tool === undefined || askedValues(tool.values).length > 0;
}

const commands = [
  ["acme", "{{x}}"],
  ["acme", "orders", "--label", "{{x}}"],
  ["acme", "orders", "--label={{x}}"],
  ["./report.sh", "{{x}}"],
  ["git", "frobnicate", "{{x}}"],
  ["wc", "{{x}}"],
  ["cat", "--", "{{x}}"],
  ["diff", "a", "{{x}}"],
  ["ping", "{{x}}"],
  ["pytest", "{{x}}"],
  ["git", "-C", "{{x}}", "status"],
  ["env", "A=1", "acme", "-q", "{{x}}"],
  ["docker", "run", "a", "{{x}}"],
  ["acme", "{{x}}", "-f", "{{x}}"],
  ...["acme", "wc", "nl", "journalctl"].flatMap((program) => [
    ...["-Q", "--wanted", "list"].map((word) => [program, word, "{{x}}"]),
    [program, "--wanted={{x}}"],
  ]),
];
const specs = commands.flatMap((command) =>
  [{}, { data: [] }, { paths: {} }, { description: "e" }].flatMap((more) =>
    [{ version: 1 }, { version: 1, programs: { other: { data: ["-a"] } } }, { version: 1, programs: { acme: { flags: ["-q"] } } }].map(
      (config: Json) => ({ spec: toolWith(command, more), config }),
    ),
  ),
);

it("suggests only changes after which calls don't ask, the shortest first", async () => {
  let count = 0;
  for (const { spec, config } of sampled(specs, { usual: 60, kind: ({ config }) => JSON.stringify(config) })) {
    if (!(await isAsked(spec, config).catch(() => false))) continue;
    const found = await suggestionsFor(spec, config);
    expect(found.length).toBeGreaterThan(0);
    expect(found.map(({ yaml }) => yaml.length)).toEqual(found.map(({ yaml }) => yaml.length).sort((a, b) => a - b));
    for (const one of found) {
      const isConfig = one.path[0] === "programs" || one.path[0] === "risk";
      expect([spec, one, await isAsked(isConfig ? spec : applied(spec, one), isConfig ? applied(config, one) : config)]).toEqual([
        spec,
        one,
        false,
      ]);
      const written = parse({ path: "a.yaml", text: `a:\n  ${one.yaml}\n` });
      expect(written[1]).toEqual([]);
      count++;
    }
  }
  expect(count).toBeGreaterThan(20);
});

it("names the line, the keys and the reason of each change", async () => {
  const acme = await suggestionsFor(toolWith(["acme", "orders", "--label", "{{x}}"]));
  expect(acme.map(({ file, line, path, yaml }) => `${file}:${line} ${path.join(".")}: ${yaml}`)).toEqual([
    "tools.d/t.yaml:2 data: data: [x]",
    'tools.d/t.yaml:7 schema.properties.x.pattern: pattern: "^[A-Za-z0-9_][A-Za-z0-9_.-]*$"',
    'toolgen.yaml:1 programs: programs: { acme orders: { data: ["--label"] } }',
  ]);
  expect(acme[0]).toMatchObject({
    tool: "t",
    param: "x",
    where: "acme orders --label",
    class: "unknown",
    when: "the program only looks at the value",
  });
  const wc = await suggestionsFor(toolWith(["wc", "{{x}}"]));
  expect(wc.map(({ yaml }) => yaml)).toEqual(["paths: { x: read }"]);
  const ping = await suggestionsFor(toolWith(["ping", "{{x}}"]), { version: 1, risk: { other: "safe" } });
  expect(ping.map(({ path, yaml }) => [path, yaml])).toEqual([[["risk", "t"], "t: safe"]]);
});

it("suggests a level only for tools that don't ask without their values, and first a host of the author", async () => {
  const yaml = async (command: unknown, more: Json) => (await suggestionsFor(toolWith(command, more))).map((one) => one.yaml);
  const host = 'command: [curl, "https://example.com/{{x}}"]';
  expect(await yaml(["curl", "{{x}}"], { kind: "fetch" })).toEqual([host, "risk: { t: safe }"]);
  expect(await yaml(["curl", "{{x}}"], { kind: "delete", risk: "safe" })).toEqual([host, "risk: { t: safe }"]);
  expect(await yaml(["ping", "{{x}}"], { kind: "fetch" })).toEqual(["risk: { t: safe }"]);
  const dangerous = { level: "dangerous", requiresConfirmation: true };
  for (const more of [
    { kind: "delete", risk: dangerous },
    { kind: "delete" },
    { kind: "other" },
    { kind: "fetch", risk: { requiresConfirmation: true } },
    { kind: "fetch", risk: { level: "safe", rules: [{ when: { x: "a" }, level: "moderate" }] } },
  ]) {
    expect(await yaml(["curl", "-X", "DELETE", "{{x}}"], more)).toEqual(['command: [curl, "-X", DELETE, "https://example.com/{{x}}"]']);
    expect(await yaml(["ping", "{{x}}"], more)).toEqual([]);
  }
});

it("adds a position to a row of the project, and suggests no row after which another tool asks less", async () => {
  const rows = (found: readonly Suggestion[]) => found.filter(({ path }) => path[0] === "programs").map((one) => one.yaml);
  const programs = (row: Json): Json => ({ version: 1, programs: { rep: row } });
  const second = toolWith(["rep", "a.txt", "{{x}}"]);
  expect(rows(await suggestionsFor(second, programs({ operands: ["read"] })))).toEqual(["rep: { operands: [read, data] }"]);
  expect(rows(await suggestionsFor(toolWith(["rep", "{{x}}"]), programs({ operands: ["read"] })))).toEqual([]);
  expect(rows(await suggestionsFor(toolWith(["rep", "{{x}}"]), programs({ operands: ["read*"] })))).toEqual([]);
  const both = async (other: Json) => {
    const files = { "tools.d/t.yaml": JSON.stringify(second), "tools.d/u.yaml": JSON.stringify({ ...other, name: "u" }) };
    const found = await suggest(memoryHost({ "toolgen.yaml": JSON.stringify(programs({ operands: ["read"] })), ...files }), assets);
    return rows(found.filter(({ tool }) => tool === "t"));
  };
  expect(await both(toolWith(["rep", "b.txt", "{{x}}"]))).toEqual([]);
  expect(await both(toolWith(["rep", "{{x}}"]))).toEqual(["rep: { operands: [read, data] }"]);
});

it("suggests the row of its access for a parameter in `paths`", async () => {
  const yaml = async (more: Json) => (await suggestionsFor(toolWith(["acme", "--out", "{{x}}"], more))).map((one) => one.yaml);
  expect(await yaml({ paths: { x: "write" } })).toEqual(['programs: { acme: { write: ["--out"] } }']);
  expect(await yaml({ paths: { x: { access: "readWrite" } } })).toEqual(['programs: { acme: { write: ["--out"] } }']);
  expect(await yaml({ paths: { x: "read" } })).toEqual(['programs: { acme: { read: ["--out"] } }']);
});

it("suggests nothing for tools that don't ask, and for documents of other kinds", async () => {
  expect(await suggestionsFor(toolWith(["git", "log", "--author={{x}}"]))).toEqual([]);
  expect(await suggestionsFor(toolWith(["ping", "{{x}}"]), { version: 1, risk: { t: "safe" } })).toEqual([]);
  const [document] = parse({ path: "a.yaml", text: "fragment: f\ntimeout: 5s\n" })[0];
  const [{ project, config }] = await readProject(memoryHost({ "toolgen.yaml": "version: 1\n" }), assets);
  expect(
    document === undefined ? undefined : suggestFixes(document, { project, fragments: new Map(), config: config[0], documents: [] }),
  ).toEqual([]);
});

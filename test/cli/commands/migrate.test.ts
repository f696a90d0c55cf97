import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { renames } from "../../../src/compiler/check/language/suggest-key.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

const spec = (word: string) => `# runs
name: run
description: Run a script.
kind: execute
code: { script: ${word} } # of the user
schema: { properties: { script: { type: string } } }
command: [cat, "{{script}}"]
`;

it("shows a diff, fails with --check, writes the new names, and then finds none", () => {
  const folder = projectOf({ "tools.d/run.yaml": spec("python3") });
  const text = () => readFileSync(join(folder, "tools.d/run.yaml"), "utf8");
  const dry = toolgen(folder, ["migrate", "--dry-run"]);
  expect([dry.status, dry.stderr]).toEqual([0, ""]);
  expect(dry.stdout).toContain("-code: { script: python3 } # of the user\n+code: { script: python } # of the user\n");
  expect(toolgen(folder, ["migrate", "--check"]).status).toBe(1);
  const json = toolgen(folder, ["migrate", "--check", "--json"]);
  expect([json.status, JSON.parse(json.stdout)]).toEqual([
    1,
    [{ file: "tools.d/run.yaml", line: 5, column: 17, from: "python3", to: "python", since: "0.1.0" }],
  ]);
  expect(text()).toBe(spec("python3"));
  expect(toolgen(folder, ["migrate"])).toEqual({
    status: 0,
    stdout: "  ~ tools.d/run.yaml python3 → python\n1 name in 1 file changed.\n",
    stderr: "",
  });
  expect(text()).toBe(spec("python"));
  expect(toolgen(folder, ["migrate", "--check"])).toEqual({ status: 0, stdout: "Every name is up to date.\n", stderr: "" });
  expect(toolgen(folder, ["check"]).status).toBe(0);
});

it("changes every renamed word of the language, keeps comments, quotes and anchors, and finds nothing the second time", () => {
  const words = renames.flatMap((one) => (one.kind === "word" ? [one] : []));
  expect(words.length).toBe(renames.length);
  const text = (choose: (one: (typeof words)[number]) => string) =>
    words
      .map((one, i) => {
        const word = choose(one);
        const forms = [word, `"${word}"`, `'${word}'`];
        return `# Runs ${one.from}.\nname: run_${"abcdefghijklmnopqrstuvwxyz"[i]}\ndescription: "Run ${one.from}: a script."\nkind: execute\ncode: { script: &word ${forms[i % 3]}, other: *word } # ${one.from}\nschema: { properties: { script: { type: string }, other: { type: string, enum: [${one.from}] } } }\ncommand: [cat, "{{script}}", "{{other}}"]\n`;
      })
      .join("---\n");
  const folder = projectOf({ "tools.d/all.yaml": text(({ from }) => from) });
  const migrated = toolgen(folder, ["migrate"]);
  expect([migrated.status, migrated.stdout]).toEqual([0, expect.stringContaining(`${words.length} names in 1 file changed.`)]);
  expect(readFileSync(join(folder, "tools.d/all.yaml"), "utf8")).toBe(text(({ to }) => to));
  expect(toolgen(folder, ["migrate"])).toEqual({ status: 0, stdout: "Every name is up to date.\n", stderr: "" });
  expect(toolgen(folder, ["check"]).status).toBe(0);
});

it("changes no file if one can't be read", () => {
  const folder = projectOf({ "tools.d/run.yaml": spec("python3"), "tools.d/broken.yaml": "name: [\n" });
  const { status, stderr } = toolgen(folder, ["migrate"]);
  expect([status, stderr]).toEqual([1, expect.stringContaining("No file was changed.")]);
  expect(readFileSync(join(folder, "tools.d/run.yaml"), "utf8")).toBe(spec("python3"));
});

it("shows no control characters of a spec", () => {
  const folder = projectOf({ "tools.d/run.yaml": spec("python3").replace("# of the user", "# \u001b[2J") });
  const { stdout } = toolgen(folder, ["migrate", "--dry-run"]);
  expect(stdout).toContain("+code: { script: python } # \u241b[2J\n");
});

it("writes what a link leads to, and keeps the link and the permissions", () => {
  const folder = projectOf({ "toolgen.yaml": "version: 1\n" });
  mkdirSync(join(folder, "shared"));
  mkdirSync(join(folder, "tools.d"));
  const file = join(folder, "shared/run.yaml");
  writeFileSync(file, spec("python3"));
  chmodSync(file, 0o660);
  symlinkSync("../shared/run.yaml", join(folder, "tools.d/run.yaml"));
  expect(toolgen(folder, ["migrate"])).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(file, "utf8")).toBe(spec("python"));
  expect(statSync(file).mode & 0o777).toBe(0o660);
  expect(lstatSync(join(folder, "tools.d/run.yaml")).isSymbolicLink()).toBe(true);
});

it("refuses a read-only file, and then changes none", () => {
  const folder = projectOf({ "tools.d/a.yaml": spec("python3").replace("name: run", "name: first"), "tools.d/run.yaml": spec("python3") });
  chmodSync(join(folder, "tools.d/run.yaml"), 0o444);
  const { status, stderr } = toolgen(folder, ["migrate"]);
  expect(status).not.toBe(0);
  expect(stderr).toContain("tools.d/run.yaml");
  expect(readFileSync(join(folder, "tools.d/run.yaml"), "utf8")).toBe(spec("python3"));
  expect(readFileSync(join(folder, "tools.d/a.yaml"), "utf8")).toContain("python3");
});

/** Specs of each layout, before and after. */
const withoutPaths: readonly (readonly [before: string, after: string])[] = [
  [
    "# saves\nkind: read\nschema: { properties: { out: { type: string } } } # where\n# runs\ncommand: [curl, -o, '{{out}}', 'https://a.example/b']\n",
    "# saves\nkind: read\nschema: { properties: { out: { type: string } } } # where\n# runs\npaths: { out: write }\ncommand: [curl, -o, '{{out}}', 'https://a.example/b']\n",
  ],
  [
    "kind: edit\nschema: { properties: { a: { type: string }, b: { type: string } } }\npaths:\n    # read\n    a: read # first\ncommand: [cp, '{{a}}', '{{b}}']\n",
    "kind: edit\nschema: { properties: { a: { type: string }, b: { type: string } } }\npaths:\n    # read\n    b: write\n    a: read # first\ncommand: [cp, '{{a}}', '{{b}}']\n",
  ],
  [
    "kind: edit\nschema: { properties: { a: { type: string }, b: { type: string } } }\npaths: { a: { access: read } }\nshell: |\n  rm -- {{a}} {{b}}\n",
    "kind: edit\nschema: { properties: { a: { type: string }, b: { type: string } } }\npaths: { b: write, a: { access: readWrite } }\nshell: |\n  rm -- {{a}} {{b}}\n",
  ],
  [
    "kind: read\nschema: { properties: { fs: { type: array, items: { type: string } }, log: { type: string } } }\ncommand: [sort, -o, '{{log}}', '{{#each fs}}{{this}}{{/each}}']\n",
    "kind: read\nschema: { properties: { fs: { type: array, items: { type: string } }, log: { type: string } } }\npaths: { log: write }\ncommand: [sort, -o, '{{log}}', '{{#each fs}}{{this}}{{/each}}']\n",
  ],
];

const named = (specs: readonly string[]) => specs.map((one, i) => `name: t${"abcdef"[i]}\ndescription: Do it.\n${one}`).join("---\n");

it("adds the paths that specs need, and keeps comments and layout", () => {
  const before = named(withoutPaths.map(([one]) => one));
  const json =
    '{"name": "json", "description": "d", "kind": "read", "schema": {"properties": {"x": {"type": "string"}}}, "command": ["tee", "{{x}}"]}';
  const files = {
    "tools.d/all.yaml": before,
    "tools.d/lines.yaml": named([withoutPaths[0]?.[0] ?? ""])
      .replace("ta", "lines")
      .replaceAll("\n", "\r\n"),
    "tools.d/a.json": json,
  };
  const folder = projectOf(files);
  expect(toolgen(folder, ["check"]).stderr).toContain("file-not-a-path");
  expect(toolgen(folder, ["migrate", "--check"]).status).toBe(1);
  expect(readFileSync(join(folder, "tools.d/all.yaml"), "utf8")).toBe(before);
  const migrated = toolgen(folder, ["migrate"]);
  expect([migrated.status, migrated.stderr]).toEqual([0, ""]);
  expect(migrated.stdout).toContain("paths in 3 files changed.");
  expect(readFileSync(join(folder, "tools.d/all.yaml"), "utf8")).toBe(named(withoutPaths.map(([, one]) => one)));
  expect(readFileSync(join(folder, "tools.d/lines.yaml"), "utf8")).toContain("# runs\r\npaths: { out: write }\r\ncommand:");
  expect(readFileSync(join(folder, "tools.d/a.json"), "utf8")).toBe(json.replace('"command"', '"paths": { "x": "write" }, "command"'));
  expect(toolgen(folder, ["check"])).toMatchObject({ status: 0 });
  expect(toolgen(folder, ["migrate"])).toEqual({ status: 0, stdout: "Every name is up to date.\n", stderr: "" });
});

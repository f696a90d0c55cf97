import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { libraryNames } from "../../../src/compiler/source.js";
import { readAssets } from "../../../src/contract/node-host.js";
import { projectOf } from "../../kit/project.js";
import { sampled } from "../../kit/repeat.js";
import { toolgen } from "../../kit/toolgen.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const names = libraryNames(await readAssets());
/** To build them all takes seconds. This one is looked at more closely. */
const some = [
  "std/read_file",
  ...sampled(
    names.filter((name) => name !== "std/read_file"),
    { usual: 3 },
  ),
];

it("lists what there is to begin from, a line each or as JSON", () => {
  const { status, stdout, stderr } = toolgen("/", ["new", "--list"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout.trimEnd().split("\n")).toHaveLength(names.length);
  expect(stdout).toMatch(/^std\/read_file +read +safe +Read a file of the workspace: /m);
  const rows: readonly { readonly name: string }[] = JSON.parse(toolgen("/", ["new", "--list", "--json"]).stdout);
  expect(rows.map(({ name }) => name)).toEqual(names);
  expect(rows).toContainEqual({
    name: "std/read_file",
    kind: "read",
    risk: "safe",
    description: expect.stringMatching(/^Read a file .*\.$/),
  });
});

it("copies each into an empty project, each with all that it needs, where they build and pass their examples as they are", () => {
  const folder = projectOf({});
  for (const name of some) {
    const tool = name.replace("std/", "");
    const made = toolgen(folder, ["new", "--from", name, "--json"]);
    expect(made).toMatchObject({ status: 0, stderr: "" });
    const path = `tools.d/${tool.replaceAll("_", "-")}`;
    const { files }: { readonly files: readonly string[] } = JSON.parse(made.stdout);
    expect(files).toContain(`${path}.yaml`);
    // None leans on a file of another.
    expect(files.filter((file) => !file.startsWith(`${path}.`) && !file.startsWith(`${path}/`))).toEqual([]);
    expect(importsOutside(folder, files)).toEqual([]);
  }
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });
  const tested = toolgen(folder, ["test", "--strict"]);
  expect([tested.status, tested.stderr], tested.stdout).toEqual([0, ""]);
  expect(tested.stdout).toMatch(/^[1-9]\d* passed, 0 failed, 0 skipped\n/m);
});

/** The relative imports of copied files that lead to no copied file, generated modules aside. */
function importsOutside(folder: string, files: readonly string[]): readonly string[] {
  return files.flatMap((file) => {
    const imports = [...readFileSync(join(folder, file), "utf8").matchAll(/^(?:import|export) .*from "(\.[^"]+)";$/gm)].map(
      ([, path = ""]) => path,
    );
    const paths = imports.map((path) => posix.join(posix.dirname(file), path));
    return paths.filter((path) => !path.startsWith("generated/") && !files.includes(path) && !files.includes(path.replace(/\.js$/, ".ts")));
  });
}

it("copies tools under other names beside their originals and other copies, in TypeScript that compiles strictly", () => {
  const specs = { "toolgen.yaml": `version: 1\nspecs: [specs/all/*.yaml]\noutput: out/made\nlibrary: [${some.join(", ")}]\n` };
  const folder = projectOf({
    ...specs,
    "specs/all/other.yaml": "name: other\ndescription: Another tool.\nkind: read\nschema: {}\ncommand: [ls]\nnameAliases: [Cat]\n",
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        ...{ module: "nodenext", target: "es2023", strict: true, noEmit: true, skipLibCheck: true, types: ["node"] },
        ...{ noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, verbatimModuleSyntax: true },
        ...{ typeRoots: [join(root, "node_modules/@types")], paths: { "toolgen/runtime": [join(root, "dist/runtime/index.d.ts")] } },
      },
      include: ["specs/**/*.ts"],
    }),
    "package.json": '{ "type": "module" }\n',
  });
  for (const name of some)
    expect(toolgen(folder, ["new", `My_${name.replace("std/", "")}`, "--from", name])).toMatchObject({ status: 0, stderr: "" });
  expect(toolgen(folder, ["new", "second", "--from", "read_file"])).toMatchObject({ status: 0, stderr: "" });
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });
  const spec = readFileSync(join(folder, "specs/all/my-read-file.yaml"), "utf8");
  expect(spec).toMatch(
    /^name: My_read_file\n[\s\S]*^nameAliases: \[read, open_file, view_file, view, read_text_file\]\n[\s\S]*^handler: \.\/my-read-file\.ts#readFile\n/m,
  );
  expect(readFileSync(join(folder, "specs/all/second.yaml"), "utf8")).not.toContain("nameAliases");
  expect(readFileSync(join(folder, "specs/all/second.ts"), "utf8")).toContain(
    'import type { SecondArgs } from "../../out/made/tools/second.js";',
  );
  const { status, stdout } = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc")], {
    cwd: folder,
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
});

it("overwrites nothing, and writes nothing where it can't write all", () => {
  const folder = projectOf({ "toolgen.yaml": "version: 1\nlibrary: [std/read_file]\n", "tools.d/other/files/encoding.ts": "// mine\n" });
  const namesake = toolgen(folder, ["new", "--from", "std/read_file"]);
  expect(namesake).toMatchObject({ status: 2, stdout: "" });
  expect(namesake.stderr).toContain("There is a tool named 'read_file' already, 'std/read_file'.\nTake 'std/read_file' out of 'library'");
  const there = toolgen(folder, ["new", "other", "--from", "std/read_file"]);
  expect(there).toMatchObject({ status: 2, stdout: "" });
  expect(there.stderr).toContain("tools.d/other/files/encoding.ts is there already.");
  expect(readdirSync(join(folder, "tools.d"))).toEqual(["other"]);
  expect(JSON.parse(toolgen(folder, ["new", "mine", "--from", "write_file", "--json"]).stdout)).toMatchObject({
    tool: "mine",
    files: expect.arrayContaining(["tools.d/mine.yaml", "tools.d/mine.ts", "tools.d/mine/files/locked.ts"]),
  });
});

it("says what there is to a name that isn't one, and what to type to words that say nothing", () => {
  const folder = projectOf({});
  const unknown = toolgen(folder, ["new", "mine", "--from", "std/read_fil"]);
  expect(unknown).toMatchObject({ status: 2, stdout: "" });
  expect(unknown.stderr).toMatch(/'std\/read_fil' comes with toolgen\. Did you mean 'std\/read_file'\?\n[\s\S]*^std\/write_file /m);
  for (const words of [["mine"], [], ["handler"], ["handler", "a", "b"], ["a", "b", "--from", "std/glob"], ["../x", "--from", "std/glob"]])
    expect(toolgen(folder, ["new", ...words]), words.join(" ")).toMatchObject({ status: 2, stdout: "" });
  expect(existsSync(join(folder, "tools.d"))).toBe(false);
});

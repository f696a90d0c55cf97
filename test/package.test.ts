import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { temporaryFolder } from "./kit/temporary-folder.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const fields: Readonly<Record<"dependencies" | "peerDependencies", Readonly<Record<string, string>>>> = JSON.parse(read("package.json"));

const packageOf = (id: string) => id.split("/", id.startsWith("@") ? 2 : 1).join("/");

/** The packages that the modules and declarations of dist import by name, with one file each. */
function importedPackages(): ReadonlyMap<string, string> {
  const files = readdirSync(join(root, "dist"), { recursive: true, encoding: "utf8" });
  const found = new Map<string, string>();
  for (const file of files.filter((name) => /\.(?:js|d\.ts)$|^cli\/.*\.cjs$/.test(name))) {
    const pattern = file.endsWith(".cjs")
      ? /\brequire\("([\w@][^"$]*)"\)/g
      : /(?:^|;)\s*(?:import|export)\b[^;"]*?\bfrom ?"([^"]+)"|\b(?:import|requirePackage)\("([^"]+)"\)/gm;
    const ids = read(`dist/${file}`).matchAll(pattern);
    for (const [, from, called] of ids) {
      const id = from ?? called ?? "";
      if (!id.startsWith(".") && !isBuiltin(id)) found.set(packageOf(id), file);
    }
  }
  return found;
}

it("imports no package that a user doesn't have", () => {
  const imported = importedPackages();
  expect([...imported.keys()]).toEqual(expect.arrayContaining(["ajv", "commander", "jsonc-parser", "yaml"]));
  // The template of pi's extension is a text in them.
  const named = ["toolgen", "@types/node", "@mariozechner/pi-coding-agent"];
  const installed = new Set([...Object.keys(fields.dependencies), ...Object.keys(fields.peerDependencies), ...named]);
  expect([...imported].filter(([name]) => !installed.has(name))).toEqual([]);
});

it("has no ES module that requires what a bundler couldn't find", () => {
  const modules = readdirSync(join(root, "dist/cli"), { encoding: "utf8" }).filter((file) => file.endsWith(".js"));
  expect(modules).toContain("main.js");
  expect(modules.filter((file) => read(`dist/cli/${file}`).includes("Dynamic require of"))).toEqual([]);
});

it("comes with the licence of every package that it bundles", () => {
  const licences = read("dist/packages/LICENCES.txt");
  for (const name of [
    "@modelcontextprotocol/client",
    "@ts-morph/common",
    "handlebars",
    "json-schema-to-typescript",
    "lodash",
    "unbash",
    "zod",
  ])
    expect(licences).toMatch(new RegExp(`^=+\n${name} \\d`, "m"));
  for (const name of ["ajv", "fast-uri", "handlebars", "yaml"])
    expect(read("dist/cli/LICENCES.txt")).toMatch(new RegExp(`^=+\n${name} \\d`, "m"));
  expect(read("dist/packages/LICENCES-typescript.txt")).toMatch(/Apache License.*DefinitelyTyped/s);
});

it("has no install script, nor has any package that it installs but esbuild, which works without it", () => {
  const { scripts }: { readonly scripts: object } = JSON.parse(read("package.json"));
  expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?install$/.test(name))).toEqual([]);
  const { packages }: { readonly packages: Readonly<Record<string, { readonly dev?: true; readonly hasInstallScript?: true }>> } =
    JSON.parse(read("package-lock.json"));
  const users = Object.entries(packages).filter(([, { dev, hasInstallScript }]) => dev !== true && hasInstallScript);
  // contributing/package.md says what it is for, and test/clients/newcomer builds a handler without it.
  expect(users.map(([path]) => path)).toContain("node_modules/esbuild");
  expect(users.map(([path]) => path).filter((path) => !/\/(?:esbuild|fsevents)$/.test(path))).toEqual([]);
});

it("has no Prettier", () => {
  const files = readdirSync(join(root, "dist/packages"));
  expect(files).toContain("json-schema-to-typescript.cjs");
  expect(files.filter((file) => file.includes("prettier"))).toEqual([]);
  expect(read("dist/packages/LICENCES.txt")).not.toMatch(/^prettier \d/m);
});

it("declares only what its two entries reach, and all of it", () => {
  const dist = join(root, "dist");
  const declarations = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".d.ts"));
  expect(declarations).toEqual(expect.arrayContaining(["index.d.ts", "runtime/index.d.ts"]));
  const imported = declarations.flatMap((file) =>
    [...read(`dist/${file}`).matchAll(/(?:from |import\()"(\.[^"]+)\.js"/g)].map((found) => join(dirname(file), `${found[1]}.d.ts`)),
  );
  expect(new Set([...imported, "index.d.ts", "runtime/index.d.ts"])).toEqual(new Set(declarations));
});

interface Release {
  addressFields(env: Readonly<Record<string, string>>): object;
  releaseProblem(release: { readonly version: string; readonly tag: string | undefined; readonly changelog: string }): string | undefined;
}
const release = async (): Promise<Release> => import(pathToFileURL(join(root, "scripts/prepare-release.mjs")).href);

it("takes the repository's address from the workflow that publishes, and from nowhere else", async () => {
  const { addressFields } = await release();
  expect(addressFields({ GITHUB_SERVER_URL: "https://git.example.org", GITHUB_REPOSITORY: "some/tools" })).toEqual({
    repository: { type: "git", url: "git+https://git.example.org/some/tools.git" },
    homepage: "https://git.example.org/some/tools#readme",
    bugs: { url: "https://git.example.org/some/tools/issues" },
  });
  expect(() => addressFields({})).toThrow("GITHUB_REPOSITORY");
});

it("releases a version only under its own tag and with a section of the changelog", async () => {
  const { releaseProblem } = await release();
  const changelog = "# Changelog\n\n## [1.2.3] - 2030-01-02\n";
  expect(releaseProblem({ version: "1.2.3", tag: "v1.2.3", changelog })).toBeUndefined();
  expect(releaseProblem({ version: "1.2.3", tag: "v1.2.4", changelog })).toContain("package.json says 1.2.3");
  expect(releaseProblem({ version: "1.2.4", tag: "v1.2.4", changelog })).toContain("CHANGELOG.md has no section");
  expect(releaseProblem({ version: "1.2.3", tag: undefined, changelog })).toContain("undefined");
});

it("has the licence of each package in the server, and each text once", () => {
  const [head = "", ...parts] = read("dist/assets/LICENCES.txt").split(`${"=".repeat(80)}\n`);
  const named = [...head.matchAll(/(\S+ \d\S* \([^)]*\))[,.]/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(20);
  for (const name of named) expect(parts.filter((part) => part.split("\n").includes(name ?? ""))).toHaveLength(1);
  const texts = parts.map((part) => part.slice(part.indexOf("\n\n")).replaceAll(/\s+/g, " "));
  expect(new Set(texts).size).toBe(texts.length);
  expect(head + parts.join("")).toContain("Copyright (c) 2025 Colin McDonnell");
});

interface Clients {
  outdatedClients(parent: string, newestOf: (name: string) => Promise<string | undefined>): Promise<object>;
}

it("says which real clients are newer than the tested ones, before a release", async () => {
  const { outdatedClients } = (await import(pathToFileURL(join(root, "scripts/outdated-clients.mjs")).href)) as Clients;
  const parent = temporaryFolder();
  const write = (folder: string, packages: object) => {
    mkdirSync(join(parent, folder));
    writeFileSync(join(parent, folder, "package.json"), JSON.stringify(packages));
  };
  write("a", { dependencies: { x: "1.0.0", "y-old": "npm:@scope/y@1.0.0", "y-new": "npm:@scope/y@2.0.0" } });
  write("b", { optionalDependencies: { x: "1.1.0", z: "3.0.0" } });
  mkdirSync(join(parent, "fixtures"));
  const newest: Readonly<Record<string, string>> = { x: "1.2.0", "@scope/y": "2.0.0" };
  expect(await outdatedClients(parent, async (name) => newest[name])).toEqual({
    lines: ["x: 1.2.0 is newer than 1.0.0 and 1.1.0 (a, b)", "z: the registry has no answer"],
    outdated: 1,
    all: 3,
  });
});

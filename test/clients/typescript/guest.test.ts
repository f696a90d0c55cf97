import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { type Files, installedFolder, makeProject, node, programOf } from "./project.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
const prettier = programOf("prettier/bin/prettier.cjs");
const eslint = programOf("eslint/bin/eslint.js");

const folder = installedFolder();
const bare = join(folder, "bare");
const configured = join(folder, "configured");

const tsconfig = { compilerOptions: { module: "nodenext", target: "es2022", strict: true, types: ["node"], outDir: "out", rootDir: "." } };

/** The files that the section of docs/classes.md about repositories adds lines to, by their names. */
const page = readFileSync(join(root, "docs/classes.md"), "utf8");
const [, section = ""] = page.split("## In your repository");
const settings: Files = Object.fromEntries(
  [...section.matchAll(/^```\w*\n(?:\/\/|#) (\.?[\w.]+)\n(.*?)^```/gms)].map(([, file, text]) => [file, text]),
);

beforeAll(() => {
  makeProject(bare, { "tsconfig.json": JSON.stringify({ ...tsconfig, files: ["main.ts"] }) }, ".js");
  makeProject(configured, { "tsconfig.json": JSON.stringify({ ...tsconfig, files: ["main.ts"] }), ...settings }, ".js");
  // The repository around them has a configuration too.
  writeFileSync(join(bare, "biome.json"), '{ "root": true }\n');
  writeFileSync(join(configured, "ok.js"), "export const ok = 1;\n");
  node(bare, programOf("typescript-7/bin/tsc"), "-p", ".");
}, 120_000);

const modules = "generated/tools";

it("has headers that Biome and Prettier obey, in every generated module", () => {
  expect(node(bare, biome, "check", "--error-on-warnings", modules)).toContain("Checked");
  expect(node(bare, prettier, "--check", "--check-ignore-pragma", modules)).toContain("All matched files");
});

/** A rule that every statement breaks. */
const strictRule = `export default [{ files: ["**/*.{js,cjs,mjs}"], rules: { "no-restricted-syntax": ["error", "Program > *"] } }];\n`;

it("has headers that ESLint obeys, in modules and in scripts", () => {
  writeFileSync(join(bare, "eslint.config.js"), strictRule);
  expect(node(bare, eslint, "--max-warnings=0", "out/generated/tools", "generated/bin", "generated/mcp")).toBe("");
});

it("has a header in scripts by which TypeScript doesn't check them", () => {
  const compilerOptions = { ...tsconfig.compilerOptions, allowJs: true, checkJs: true, noEmit: true };
  const include = ["generated/**/*.cjs", "generated/**/*.js", "generated/**/*.mjs"];
  writeFileSync(join(bare, "tsconfig.check.json"), JSON.stringify({ compilerOptions, include }));
  expect(node(bare, programOf("typescript-7/bin/tsc"), "-p", "tsconfig.check.json")).toBe("");
});

it("has headers by which modules don't count for coverage", () => {
  const c8 = node(bare, programOf("c8/bin/c8.js"), "--reporter=text", "--all=false", process.execPath, "out/main.js");
  // The program uses nothing of this module but its class.
  expect(c8).toMatch(/^ +test_\.js +\| +100 \| +100 \| +100 \|/m);
});

it("needs only the lines of docs/classes.md for whole repositories to pass", () => {
  expect(Object.keys(settings).sort()).toEqual([".prettierignore", "biome.json", "eslint.config.js"]);
  expect(node(configured, biome, "check", "--error-on-warnings", "generated", "ok.js")).toContain("Checked");
  expect(node(configured, prettier, "--check", "generated", "ok.js")).toContain("All matched files");
  expect(node(configured, eslint, "--max-warnings=0", ".")).toBe("");
});

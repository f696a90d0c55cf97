import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { git } from "../../kit/git.js";
import { projectOf, sayTool } from "../../kit/project.js";
import { sampled } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

interface Finding {
  readonly check: string;
  readonly message: string;
  readonly help: string | null;
}

const findings = (folder: string) => JSON.parse(toolgen(folder, ["doctor", "--json"]).stdout) as readonly Finding[];
const help = (folder: string, check: string) => findings(folder).find((one) => one.check === check)?.help ?? undefined;

/** Lines of `.gitignore` files in use, which match some outputs of toolgen or its lock. */
const patterns = fc.uniqueArray(
  fc.constantFrom(
    "bin/",
    "bin",
    "**/bin/",
    "[Bb]in/",
    "docs/",
    "*.md",
    "*.lock",
    "tools",
    "*.cjs",
    "*.json",
    "!keep",
    "# bin",
    "/build",
    "*.txt",
    "mcp",
    "tools*/",
    "tools.json",
    "*.yaml",
    ".*",
    "*\n!*/\n!*.py",
    "/*\n!/src\n!/packages",
  ),
  { minLength: 1, maxLength: 5 },
);

it("writes the lines that a clone needs, whatever a repository of another language ignores", () => {
  fc.assert(
    fc.property(patterns, fc.constantFrom("", "packages/a"), (lines, inside) => {
      const repository = projectOf({ ".gitignore": `${lines.join("\n")}\n` });
      git(repository, "init", "--quiet", "--initial-branch=main");
      const folder = join(repository, inside);
      mkdirSync(folder, { recursive: true });
      expect(toolgen(folder, ["init", "--yes"]).status).toBe(0);
      // Once more changes nothing.
      const written = readFileSync(join(folder, ".gitignore"), "utf8");
      toolgen(folder, ["init", "--yes"]);
      expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe(written);
      expect(toolgen(folder, ["build"]).status).toBe(0);
      expect(toolgen(folder, ["diff", "--accept"]).status).toBe(0);
      expect(help(folder, "git")).toBeUndefined();
      git(repository, "add", "--all");
      git(repository, "commit", "--quiet", "--message=first");
      const clone = join(temporaryFolder("clone"), "copy");
      git(repository, "clone", "--quiet", "--config=core.autocrlf=true", repository, clone);
      expect(toolgen(join(clone, inside), ["build", "--check"])).toMatchObject({ status: 0 });
    }),
    { numRuns: 6 },
  );
});

it("names in doctor what Git ignores, with lines that help", () => {
  const folder = projectOf({ ".gitignore": "bin/\n*.lock\n", "tools.d/say.yaml": sayTool });
  git(folder, "init", "--quiet");
  const line = help(folder, "git");
  expect(line).toMatch(/^Add these lines to the end of \.gitignore: !\/toolgen\.lock !\/generated\/ !\/generated\/\*\*$/);
  writeFileSync(join(folder, ".gitignore"), `bin/\n*.lock\n${line?.split(": ")[1]?.replaceAll(" ", "\n")}\n`);
  expect(help(folder, "git")).toBeUndefined();
});

/** Settings of each program, where the line belongs, and settings that leave the outputs out. */
const neighbours = [
  ["prettier", { ".prettierrc": "{}" }, ".prettierignore", { ".prettierignore": "packages/a/generated/\n" }],
  ["eslint", { "eslint.config.ts": "" }, "eslint.config.ts", { "eslint.config.ts": 'export default [{ ignores: ["**/generated/**"] }];' }],
  ["eslint", { ".eslintrc.json": "{}" }, ".eslintrc.json", { ".eslintignore": "generated\n" }],
  [
    "eslint",
    { "package.json": '{ "eslintConfig": {} }' },
    "package.json",
    { "package.json": '{ "eslintConfig": { "ignorePatterns": ["packages/*/generated"] } }' },
  ],
  ["biome", { "biome.jsonc": "{}" }, "biome.jsonc", { "biome.jsonc": '{ "files": { "includes": ["!**/generated"] } }' }],
  [
    "biome",
    { "package.json": '{ "devDependencies": { "@biomejs/biome": "2" } }' },
    "biome.json",
    { ".biome.json": '{ "x": "generated" }' },
  ],
  ["oxlint", { ".oxlintrc.json": "{}" }, ".oxlintrc.json", { ".oxlintrc.json": '{ "ignorePatterns": ["generated"] }' }],
  ["oxfmt", { ".oxfmtrc.jsonc": "{}" }, ".oxfmtrc.jsonc", { ".oxfmtrc.jsonc": '{ "ignorePatterns": ["generated"] }' }],
  ["dprint", { "dprint.json": "{}" }, "dprint.json", { "dprint.json": '{ "excludes": ["**/generated"] }' }],
  ["deno", { "deno.jsonc": "{}" }, "deno.jsonc", { "deno.jsonc": '{ "exclude": ["packages/a/generated"] }' }],
  [
    "standard",
    { "package.json": '{ "devDependencies": { "standard": "17" } }' },
    "package.json",
    { "package.json": '{ "standard": { "ignore": ["generated"] } }' },
  ],
  [
    "jest",
    { "package.json": '{ "devDependencies": { "jest": "30" }, "files": ["generated"] }' },
    "package.json",
    { "package.json": '{ "jest": { "modulePathIgnorePatterns": ["generated"] } }' },
  ],
  ["markdownlint", { ".markdownlint.yaml": "" }, ".markdownlintignore", { ".markdownlintignore": "generated\n" }],
  ["cspell", { ".cspell.json": "{}" }, ".cspell.json", { ".cspell.json": '{ "ignorePaths": ["generated"] }' }],
  ["typos", { "_typos.toml": "" }, "_typos.toml", { "_typos.toml": '[files]\nextend-exclude = ["generated"]\n' }],
  [
    "pre-commit",
    { ".pre-commit-config.yaml": "repos: []" },
    ".pre-commit-config.yaml",
    { ".pre-commit-config.yaml": "exclude: generated/" },
  ],
] as const;

it("finds programs in the project and above it, and is silent once one is set", () => {
  for (const [check, files, file, set] of sampled(neighbours, { usual: 5 })) {
    const repository = projectOf({ ...files, "packages/a/toolgen.yaml": "version: 1\nlibrary: [list_files]\n" });
    git(repository, "init", "--quiet");
    const project = join(repository, "packages/a");
    expect(help(project, check)).toMatch(new RegExp(`^In ${file.replaceAll(".", "\\.")}, add: .*packages/a/generated`));
    for (const [path, text] of Object.entries(set)) writeFileSync(join(repository, path), text);
    expect(help(project, check)).toBeUndefined();
  }
});

it("adds the line of Prettier, and names those of other programs", () => {
  const folder = projectOf({ "package.json": '{ "devDependencies": { "prettier": "3", "eslint": "9" } }', ".prettierignore": "dist\n" });
  git(folder, "init", "--quiet");
  const { stdout } = toolgen(folder, ["init", "--yes"]);
  expect(readFileSync(join(folder, ".prettierignore"), "utf8")).toBe("dist\ngenerated/\n");
  expect(stdout).toContain('ESLint reads generated files too. In eslint.config.js, add: { ignores: ["generated/**"] }');
});

it("marks outputs for programs that it doesn't know, and gives hooks nothing to correct", () => {
  const outputs = fileURLToPath(new URL("../../../generated", import.meta.url));
  const files = readdirSync(outputs, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => ({ name, text: readFileSync(join(parentPath, name), "utf8") }));
  // JSON has no comments, and a list of licences or attributes has nothing to check.
  const unmarked = texts.filter(
    ({ name, text }) => !/\.(?:json|txt)$|^\.gitattributes$/.test(name) && !text.slice(0, 1000).includes("@generated"),
  );
  expect(unmarked.map(({ name }) => name)).toEqual([]);
  expect(texts.filter(({ text }) => /[ \t\r]$/m.test(text) || !/[^\n]\n$/.test(text)).map(({ name }) => name)).toEqual([]);
  expect(readFileSync(join(outputs, ".gitattributes"), "utf8")).toContain("* text eol=lf linguist-generated\n");
});

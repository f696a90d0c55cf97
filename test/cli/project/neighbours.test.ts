import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { git } from "../../kit/git.js";
import { projectOf, sayTool } from "../../kit/project.js";
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
  ),
  { minLength: 1, maxLength: 4 },
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
  expect(line).toMatch(/^Add these lines to the end of \.gitignore: !\/generated\/ !\/generated\/\*\* !\/toolgen\.lock$/);
  writeFileSync(join(folder, ".gitignore"), `bin/\n*.lock\n${line?.split(": ")[1]?.replaceAll(" ", "\n")}\n`);
  expect(help(folder, "git")).toBeUndefined();
});

const neighbours = [
  { check: "prettier", files: { ".prettierrc": "{}" }, file: ".prettierignore", set: { ".prettierignore": "packages/a/generated/\n" } },
  {
    check: "eslint",
    files: { "eslint.config.mjs": "export default [];" },
    file: "eslint.config.mjs",
    set: { "eslint.config.mjs": 'export default [{ ignores: ["**/generated/**"] }];' },
  },
  {
    check: "biome",
    files: { "biome.jsonc": "{}" },
    file: "biome.jsonc",
    set: { "biome.jsonc": '{ "files": { "includes": ["!**/generated"] } }' },
  },
  {
    check: "jest",
    files: { "package.json": '{ "devDependencies": { "jest": "30" } }' },
    file: "package.json",
    set: { "jest.config.js": 'module.exports = { modulePathIgnorePatterns: ["generated"] };' },
  },
  {
    check: "pre-commit",
    files: { ".pre-commit-config.yaml": "repos: []" },
    file: ".pre-commit-config.yaml",
    set: { ".pre-commit-config.yaml": "exclude: generated/" },
  },
] as const;

it.each(neighbours)("finds $check in the project and above it, and is silent once it is set", ({ check, files, file, set }) => {
  const repository = projectOf({ ...files, "packages/a/toolgen.yaml": "version: 1\nlibrary: [list_files]\n" });
  git(repository, "init", "--quiet");
  const project = join(repository, "packages/a");
  expect(help(project, check)).toMatch(new RegExp(`^In ${file.replaceAll(".", "\\.")}, add: .*packages/a/generated`));
  for (const [path, text] of Object.entries(set)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
  expect(help(project, check)).toBeUndefined();
});

it("adds the line of Prettier, and names those of other programs", () => {
  const folder = projectOf({ "package.json": '{ "devDependencies": { "prettier": "3", "eslint": "9" } }', ".prettierignore": "dist\n" });
  git(folder, "init", "--quiet");
  const { stdout } = toolgen(folder, ["init", "--yes"]);
  expect(readFileSync(join(folder, ".prettierignore"), "utf8")).toBe("dist\ngenerated/\n");
  expect(stdout).toContain('ESLint reads generated files too. In package.json, add: { ignores: ["generated/**"] }');
});

import { expect, it } from "vitest";
import { parse } from "yaml";
import { type CiJob, ciJob } from "../../src/compiler/scaffold.js";

const job = (more: Partial<CiJob>): CiJob => ({ host: "github", directory: ".", packages: undefined, toolgen: "npx toolgen", ...more });

it("checks the build and the examples with the packages of the lockfile", () => {
  const { path, text } = ciJob(job({ packages: { manager: "npm", lockfile: "package-lock.json", folder: "." } }));
  expect(path).toBe(".github/workflows/toolgen.yml");
  expect(parse(text).jobs.toolgen.steps).toEqual([
    { uses: "actions/checkout@v4" },
    { uses: "actions/setup-node@v4", with: { "node-version": 22, cache: "npm" } },
    { run: "npm ci" },
    { run: "npx toolgen build --check" },
    { run: "npx toolgen test --strict" },
  ]);
});

it("works in the project's folder of a repository, whatever that is called", () => {
  const packages = { manager: "pnpm", lockfile: "pnpm-lock.yaml", folder: 'a: "b" #c' } as const;
  const { toolgen } = parse(ciJob(job({ directory: 'a: "b" #c', packages })).text).jobs;
  expect(toolgen.defaults.run["working-directory"]).toBe('a: "b" #c');
  expect(toolgen.steps.slice(1, 4)).toEqual([
    { run: "corepack enable" },
    {
      uses: "actions/setup-node@v4",
      with: { "node-version": 22, cache: "pnpm", "cache-dependency-path": 'a: "b" #c/pnpm-lock.yaml' },
    },
    { run: "pnpm install --frozen-lockfile" },
  ]);
});

it("asks for no cache where there is no lockfile, and for no packages where there are none", () => {
  const steps = (more: Partial<CiJob>) => parse(ciJob(job(more)).text).jobs.toolgen.steps.slice(1);
  expect(steps({ packages: { manager: "npm", lockfile: undefined, folder: "." } }).slice(0, 2)).toEqual([
    { uses: "actions/setup-node@v4", with: { "node-version": 22 } },
    { run: "npm install" },
  ]);
  expect(steps({ toolgen: "npx --yes toolgen@1.2.3" })[1]).toEqual({ run: "npx --yes toolgen@1.2.3 build --check" });
});

it("quotes the folder for GitLab's shell", () => {
  const { path, text } = ciJob(job({ host: "gitlab", directory: "it's $HOME" }));
  expect(path).toBe(".gitlab-ci.yml");
  expect(parse(text).toolgen.script).toEqual(["cd 'it'\\''s $HOME'", "npx toolgen build --check", "npx toolgen test --strict"]);
});

it("installs the packages of a workspace at its root", () => {
  const packages = { manager: "npm", lockfile: "package-lock.json", folder: "." } as const;
  const { steps, defaults } = parse(ciJob(job({ directory: "packages/a", packages })).text).jobs.toolgen;
  expect(defaults.run["working-directory"]).toBe("packages/a");
  expect(steps.slice(1, 4)).toEqual([
    { uses: "actions/setup-node@v4", with: { "node-version": 22, cache: "npm" } },
    { run: "npm ci", "working-directory": "." },
    { run: "npx toolgen build --check" },
  ]);
  const gitlab = (folder: string) =>
    parse(ciJob(job({ host: "gitlab", directory: "web/packages/a", packages: { ...packages, folder } })).text).toolgen.script;
  expect(gitlab(".").slice(0, 2)).toEqual(["npm ci", "cd web/packages/a"]);
  expect(gitlab("web").slice(0, 2)).toEqual(["(cd web && npm ci)", "cd web/packages/a"]);
});

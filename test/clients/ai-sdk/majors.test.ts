import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { builtProject, sayTool } from "../../kit/project.js";
import { openai, serve } from "./scripted-server.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));

const project = {
  "tools.d/say.yaml": `${sayTool}examples:\n  - { name: twice, prompt: Say it., params: { text: a b, times: 2 } }\n`,
};

/** A model that writes JSON with mistakes, under other names, and says so in the end. */
const turns = [{ calls: [{ name: "functions.Speak", json: "{'message': 'a b', 'times': '2',}" }] }, { text: "Done." }];

let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  server = await serve(openai, turns);
});
afterAll(() => server.close());

/** A project with toolgen as it is packed, this major of the SDK, and this one of a provider. */
function installed(sdk: 6 | 7, provider: 2 | 3): string {
  const folder = builtProject(project);
  const modules = join(folder, "node_modules");
  const packages = ["@ai-sdk", "ai", "toolgen"];
  mkdirSync(join(modules, "@ai-sdk"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules")))
    if (!packages.includes(name) && !name.startsWith(".")) symlinkSync(join(root, "node_modules", name), join(modules, name));
  symlinkSync(join(here, "node_modules", `ai-${sdk}`), join(modules, "ai"));
  symlinkSync(join(here, "node_modules", `openai-compatible-${provider}`), join(modules, "@ai-sdk/openai-compatible"));
  for (const part of ["dist", "package.json"]) cpSync(join(root, part), join(modules, "toolgen", part), { recursive: true });
  cpSync(join(here, "majors.mjs"), join(folder, "majors.mjs"));
  return folder;
}

interface Ran {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Node in a folder, with a result whatever its exit code is. */
const node = (folder: string, args: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const { TOOLGEN_MODEL: _model, ...env } = process.env;
    execFile(process.execPath, [...args], { cwd: folder, env: { ...env, NO_COLOR: "1" } }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    ).stdin?.end();
  });

const toolgen = (folder: string, args: readonly string[], url = server.url) =>
  node(folder, [
    join(folder, "node_modules/toolgen/dist/cli/main.js"),
    ...args,
    "--json",
    "--model=openai-compatible/some-model",
    `--base-url=${url}/v1`,
  ]);

const right = { toolName: "say", input: { text: "a b", times: 2 }, invalid: false };

it.each([
  [6, 2, 1],
  [7, 2, 2],
  [7, 3, 2],
] as const)("runs loops, repairs, `run` and `eval` by ai %i with openai-compatible %i", async (sdk, provider, hooks) => {
  const folder = installed(sdk, provider);
  const looped = await node(folder, ["majors.mjs", server.url]);
  expect(JSON.parse(looped.stdout)).toEqual({
    status: "completed",
    text: "Done.",
    totalTokens: 30,
    events: expect.arrayContaining(["call", "result", "text", "turn"]),
    repairs: Array.from({ length: hooks }, () => right),
  });

  const run = await toolgen(folder, ["run", "Say it."]);
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("Done.") });
  const evaluated = await toolgen(folder, ["eval"]);
  expect(evaluated).toMatchObject({ code: 0 });
  expect(server.told.at(-3)?.results).toEqual([]);
  expect(server.told.at(-2)?.results).toEqual(["a b/2\n"]);
});

it("names a model that the installed SDK can't run, and both ways out, in the loop, `run` and `eval`", async () => {
  const folder = installed(6, 3);
  const message =
    "The installed AI SDK can't run some-model of loopback.chat, a model of specification v4: ai 6 runs v2 and v3, ai 7 runs v2 to v4. " +
    "Install ai 7 (npm install ai@7, which asks for Node 22 or newer), or a major of the provider's package for your SDK, " +
    "such as @ai-sdk/anthropic@3 for ai 6.";
  const asked = server.told.length;
  const looped = await node(folder, ["majors.mjs", server.url]);
  expect(JSON.parse(looped.stdout)).toMatchObject({ status: "failed", reason: message });
  const ofCommands = message.replace("loopback.chat", "openai-compatible.chat");
  const run = await toolgen(folder, ["run", "Say it."]);
  expect(run).toMatchObject({ code: 1, stdout: expect.stringContaining(ofCommands) });
  const evaluated = await toolgen(folder, ["eval"]);
  expect(evaluated.code).not.toBe(0);
  expect(evaluated.stdout + evaluated.stderr).toContain(ofCommands);
  expect(server.told.length).toBe(asked);
});

it("says which package of a provider or of the SDK can't be loaded, and reports no bug", async () => {
  const folder = installed(7, 3);
  const provider = join(folder, "node_modules/@ai-sdk/openai-compatible");
  rmSync(provider);
  const manifest = (name: string) => JSON.stringify({ name, version: "3.0.0", type: "module", exports: "./index.js" });
  mkdirSync(provider);
  writeFileSync(join(provider, "package.json"), manifest("@ai-sdk/openai-compatible"));
  writeFileSync(join(provider, "index.js"), 'import "a-missing-dependency";\n');
  for (const args of [["run", "Say it."], ["eval"]]) {
    const { code, stderr } = await toolgen(folder, args);
    expect(code).toBe(2);
    expect(stderr).toContain(
      "The package @ai-sdk/openai-compatible is installed, but can't be loaded: Cannot find package 'a-missing-dependency'",
    );
    expect(stderr).toContain("Install it again: npm install @ai-sdk/openai-compatible");
  }

  rmSync(provider, { recursive: true });
  symlinkSync(join(here, "node_modules/openai-compatible-3"), provider);
  const sdk = join(folder, "node_modules/ai");
  rmSync(sdk);
  mkdirSync(sdk);
  writeFileSync(join(sdk, "package.json"), manifest("ai"));
  writeFileSync(join(sdk, "index.js"), 'import "another-missing-dependency";\n');
  for (const args of [["run", "Say it."], ["eval"]]) {
    const { code, stderr } = await toolgen(folder, args);
    expect(code).toBe(2);
    expect(stderr).toContain("The AI SDK that is installed here can't be loaded: Cannot find package 'another-missing-dependency'");
  }
});

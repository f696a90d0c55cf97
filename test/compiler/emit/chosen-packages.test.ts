import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";

type Call = (...given: never[]) => unknown;
type Module = Readonly<Record<string, unknown>>;

interface ChosenPackage {
  /** The path that is imported. */
  readonly module: string;
  /** The imported module, with the function that does the work watched. */
  readonly watch: (module: Module, watched: <F>(call: F) => F) => Module;
}

/** The packages that do the work of a build for each tool. One that a build could do without isn't used. */
const packages: Readonly<Record<string, ChosenPackage>> = {
  "json-schema-to-typescript": {
    module: "json-schema-to-typescript",
    watch: (module, watched) => ({ ...module, compile: watched(module.compile) }),
  },
  ajv: {
    module: "ajv/dist/2020.js",
    watch: ({ Ajv2020, ...module }, watched) => ({
      ...module,
      Ajv2020: class extends (Ajv2020 as typeof import("ajv/dist/2020.js").Ajv2020) {
        override compile = watched(super.compile);
      },
    }),
  },
  "ajv's standalone code": {
    module: "ajv/dist/standalone/index.js",
    watch: ({ default: standalone }, watched) => ({ default: { default: watched((standalone as Module).default) } }),
  },
  handlebars: {
    module: "handlebars/dist/cjs/handlebars.runtime.js",
    watch: ({ default: runtime }, watched) => ({
      default: {
        create: () => {
          const own = (runtime as typeof import("handlebars")).create();
          return { ...own, template: (compiled: object) => watched(own.template(compiled)) };
        },
      },
    }),
  },
};

const calls = new Map<string, number>();
let taken = "";

const watchedAs =
  (name: string) =>
  <F>(call: F): F =>
    function (this: unknown, ...given: never[]) {
      if (taken === name) throw new Error(`${name} is taken away`);
      calls.set(name, (calls.get(name) ?? 0) + 1);
      return (call as Call).apply(this, given);
    } as F;

const root = new URL("../../../", import.meta.url);
const isFile = (path: string) => statSync(new URL(path, root)).isFile();

/** This repository's own project. */
const project = Object.fromEntries(
  ["toolgen.yaml", ...readdirSync(new URL("tools.d/", root), { recursive: true, encoding: "utf8" }).map((file) => `tools.d/${file}`)]
    .filter(isFile)
    .map((path) => [path, readFileSync(new URL(path, root), "utf8")]),
);

let build: () => Promise<number>;

beforeAll(async () => {
  // Files that ran before have loaded the packages.
  vi.resetModules();
  for (const [name, { module, watch }] of Object.entries(packages))
    vi.doMock(module, async (original) => watch(await original(), watchedAs(name)));
  const { compile } = await import("../../../src/compiler/compile.js");
  const { assets } = await import("../../kit/compiled.js");
  const { memoryHost } = await import("../../kit/memory-host.js");
  build = async () => {
    const [{ model }, diagnostics] = await compile(memoryHost(project), assets, { handlers: "leave" });
    expect(diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([]);
    return model.tools.length;
  };
});

afterEach(() => {
  calls.clear();
  taken = "";
});

afterAll(() => {
  for (const { module } of Object.values(packages)) vi.doUnmock(module);
  vi.resetModules();
});

it("calls each package for each tool of this repository", async () => {
  const tools = await build();
  expect(tools).toBeGreaterThan(20);
  for (const name of Object.keys(packages)) expect([name, (calls.get(name) ?? 0) >= tools]).toEqual([name, true]);
});

it.each(Object.keys(packages))("builds nothing without %s", async (name) => {
  taken = name;
  await expect(build()).rejects.toThrow(`${name} is taken away`);
});

interface UsedElsewhere {
  readonly module: string;
  /** The export that is taken away. */
  readonly name: string;
  /** Work of toolgen that needs it. */
  readonly work: () => Promise<unknown>;
}

/** The packages that do other work than a build's. */
const elsewhere: Readonly<Record<string, UsedElsewhere>> = {
  commander: {
    module: "commander",
    name: "Command",
    work: async () =>
      (await import("../../../src/cli/parser/program.js")).createProgram(
        () => ({}) as never,
        () => {},
      ),
  },
  execa: {
    module: "execa",
    name: "execa",
    work: async () => {
      const { runExternal } = await import("../../../src/cli/io/run-external.js");
      return runExternal({ program: "true", args: [], cwd: "/", env: {}, signal: new AbortController().signal, timeoutMs: 10_000 });
    },
  },
  "ts-morph": {
    module: "ts-morph",
    name: "Project",
    work: async () => {
      const { inCheckerProject } = await import("../../../src/compiler/handlers/checker-project.js");
      return inCheckerProject({}, { problem: () => undefined, read: () => undefined }, () => true);
    },
  },
  "the MCP SDK": {
    module: "@modelcontextprotocol/server/stdio",
    name: "serveStdio",
    work: async () => {
      const { servedHere } = await import("../../server/raw-server.js");
      const { gone, input } = servedHere({ cwd: fileURLToPath(root) });
      input.end();
      return gone;
    },
  },
};

it.each(Object.entries(elsewhere))("does nothing of its work without %s", async (_, { module, name, work }) => {
  await work();
  vi.resetModules();
  vi.doMock(module, async (original) => ({ ...(await original<Module>()), [name]: undefined }));
  await expect(work()).rejects.toThrow(new RegExp(`\\b${name}\\b.* is not a`));
  vi.doUnmock(module);
  vi.resetModules();
});

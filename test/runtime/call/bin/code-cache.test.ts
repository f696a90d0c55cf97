import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { builtProject, sayTool } from "../../../kit/project.js";
import { temporaryFolder } from "../../../kit/temporary-folder.js";
import { toolgen } from "../../../kit/toolgen.js";

const handlerTool = `name: quote
description: Quote a text.
kind: read
schema: { properties: { text: { type: string, description: The text. } }, required: [text] }
handler: ./quote.mjs#quote
`;
const quote = `export function quote({ text }) {
  if (text === "fail") throw new Error("as asked");
  return \`"\${text}"\`;
}
`;

let project: string;
/** A home with caches as a build wrote them, and that of the test. */
let recorded: string;
let home: string;

beforeAll(() => {
  project = builtProject({ "tools.d/say.yaml": sayTool, "tools.d/quote.yaml": handlerTool, "tools.d/quote.mjs": quote });
  recorded = temporaryFolder("code-cache");
  const { status, stdout, stderr } = buildWithCache(recorded);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(`Code cache of Node ${process.versions.node}: ${cacheOf(recorded)}\n`);
});
beforeEach(() => {
  home = temporaryFolder("code-cache");
  cpSync(recorded, home, { recursive: true });
});

const environment = (at: string) => ({ HOME: at, XDG_CACHE_HOME: "", XDG_CONFIG_HOME: "", NODE_OPTIONS: "", NODE_COMPILE_CACHE: "" });

const buildWithCache = (at: string) => toolgen(project, ["build", "--code-cache"], { env: environment(at) });

function cacheOf(at: string): string {
  const code = join(at, ".cache/toolgen/code");
  return join(code, readdirSync(code)[0] ?? "");
}

function call(tool: string, args: unknown, { at = home, env = {} }: { readonly at?: string; readonly env?: NodeJS.ProcessEnv } = {}) {
  const { status, stdout, stderr } = spawnSync(join(project, "generated/bin/call"), [tool], {
    cwd: project,
    input: JSON.stringify(args),
    env: { ...process.env, ...environment(at), ...env },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const said = { status: 0, stdout: "hello/1\n", stderr: "" };
const hostile = { status: 0, stdout: "hostile", stderr: "" };

const recorder = fileURLToPath(new URL("../../../../dist/assets/code-cache.cjs", import.meta.url));
/** A call, and a call that is recorded as a build does it. */
const commands = () => ({
  plain: [join(project, "generated/bin/call"), "say"],
  recording: [process.execPath, recorder, join(project, "generated/bin"), "say"],
});

/** The code and the output of a command. */
function ended([file = "", ...args]: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: project, env: { ...process.env, ...environment(home) }, stdio: ["pipe", "pipe", "inherit"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    child.once("error", reject).once("close", (code) => resolve(`${code} ${text}`));
    child.stdin.end('{"text":"hello"}');
  });
}

let compiled: Buffer | undefined;
/** Code that V8 takes for that of `call.cjs`, because it compares only the length of a source with its cache. */
function hostileCode(length: number): Buffer {
  if (compiled !== undefined) return compiled;
  const make = `const { Script } = require("node:vm");
    const code = '(function(){process.stdout.write("hostile");process.exit(0)'.padEnd(${length + "(function(exports,require,module,__filename,__dirname){".length}) + "\\n})";
    const script = new Script(code);
    process.on("exit", () => require("node:fs").writeSync(3, script.createCachedData()));
    process.stdout.write = () => true;
    script.runInThisContext()();`;
  const file = join(temporaryFolder("hostile-code"), "data");
  execFileSync("bash", ["-c", '"$0" -e "$1" 3> "$2"', process.execPath, make, file], { env: { ...process.env, ...environment(home) } });
  compiled = readFileSync(file);
  return compiled;
}

/** Replaces the cache of `call.cjs` with code that isn't its own. */
function plant(change: { readonly source?: (source: Buffer) => Buffer; readonly code?: (code: Buffer) => Buffer } = {}): string {
  const source = readFileSync(join(project, "generated/bin/call.cjs"));
  const { source: sourceOf = (same) => same, code: codeOf = (same) => same } = change;
  const length = Buffer.alloc(4);
  length.writeUInt32LE(source.length);
  const cache = join(cacheOf(home), "call.cjs");
  writeFileSync(cache, Buffer.concat([length, sourceOf(source), codeOf(hostileCode(source.length))]));
  return cache;
}

/** Changes one byte. */
function flip(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 0xff;
  return changed;
}

it("writes caches that only their user can read, outside of the project, of every file that the recorded calls read", () => {
  const cache = cacheOf(recorded);
  expect(readdirSync(cache).sort()).toEqual(
    ["call.cjs", "http.cjs", "in-call.cjs", "rare.cjs", "repairs.cjs", "results.cjs", "settings.cjs", "usual-repairs.cjs"].sort(),
  );
  for (const name of readdirSync(cache)) expect(statSync(join(cache, name)).mode & 0o777, name).toBe(0o600);
  expect(statSync(cache).mode & 0o777).toBe(0o700);
  expect(toolgen(project, ["build", "--check"], { env: environment(recorded) }).status).toBe(0);
});

it("gives the same outcomes with and without a cache", () => {
  const calls: readonly (readonly [string, unknown])[] = [
    ["say", { text: "hello" }],
    ["speak", { message: "hello", times: "2" }],
    ["say", { text: "hello", times: "many" }],
    ["say", {}],
    ["quote", { text: "hello" }],
    ["quote", { text: "fail" }],
    ["unknown", {}],
    ["say", "x".repeat(5000)],
  ];
  const none = temporaryFolder("no-code-cache");
  for (const [tool, args] of calls) expect([tool, args, call(tool, args)]).toEqual([tool, args, call(tool, args, { at: none })]);
});

it("runs the code of a cache that only this user can write, so that the tests below can fail", () => {
  plant();
  expect(call("say", { text: "hello" })).toEqual(hostile);
});

const untrusted: Readonly<Record<string, () => void>> = {
  "a file that its group can write": () => chmodSync(plant(), 0o620),
  "a file that all can write": () => chmodSync(plant(), 0o602),
  "a folder that its group can write": () => {
    plant();
    chmodSync(cacheOf(home), 0o770);
  },
  "a folder that all can write": () => {
    plant();
    chmodSync(cacheOf(home), 0o707);
  },
  "a link": () => {
    const cache = plant();
    renameSync(cache, `${cache}.other`);
    symlinkSync(`${cache}.other`, cache);
  },
  "a file with a second name": () => {
    const cache = plant();
    linkSync(cache, join(home, "other"));
  },
  "a folder that is a link": () => {
    plant();
    const folder = cacheOf(home);
    renameSync(folder, join(home, "other"));
    symlinkSync(join(home, "other"), folder);
  },
  "a cache of another source": () => plant({ source: (source) => flip(source, 1000) }),
  "a cache of a shorter source": () => plant({ source: (source) => source.subarray(1) }),
  "a truncated cache": () => plant({ code: (code) => code.subarray(0, code.length / 2) }),
  "a cache without code": () => plant({ code: () => Buffer.alloc(0) }),
  "a cache of another version of V8": () => plant({ code: (code) => flip(code, 4) }),
  "an empty file": () => writeFileSync(plant(), ""),
  "a folder in place of the file": () => {
    const cache = plant();
    renameSync(cache, `${cache}.other`);
    mkdirSync(cache);
  },
};

it.each(Object.keys(untrusted))("doesn't run the code of %s", (what) => {
  untrusted[what]?.();
  expect(call("say", { text: "hello" })).toEqual(said);
});

it("doesn't run the code of a cache that V8 made with other flags", () => {
  plant();
  // V8 warns on standard error about another flag.
  expect(call("say", { text: "hello" }, { env: { NODE_OPTIONS: "--jitless" } })).toMatchObject({ status: 0, stdout: "hello/1\n" });
});

it.skipIf(process.getuid?.() !== 0)("doesn't run the code of another user's file or folder", () => {
  const cache = plant();
  chownSync(cache, 12345, 12345);
  expect(call("say", { text: "hello" })).toEqual(said);
  chownSync(cache, 0, 0);
  expect(call("say", { text: "hello" })).toEqual(hostile);
  chownSync(cacheOf(home), 12345, 12345);
  expect(call("say", { text: "hello" })).toEqual(said);
});

it("reads caches in a checkout that can't be written, and of a home that is named by XDG_CACHE_HOME alone", () => {
  plant();
  const [generated, bin] = [join(project, "generated"), join(project, "generated/bin")];
  for (const folder of [bin, generated]) chmodSync(folder, 0o555);
  try {
    expect(call("say", { text: "hello" }, { env: { HOME: "", XDG_CACHE_HOME: join(home, ".cache") } })).toEqual(hostile);
    expect(call("say", { text: "hello" }, { env: { HOME: "" } })).toEqual(said);
    expect(call("say", { text: "hello" }, { env: { HOME: "relative" } })).toEqual(said);
  } finally {
    for (const folder of [generated, bin]) chmodSync(folder, 0o755);
  }
});

it("writes a damaged cache again, and refuses a folder that isn't the user's own", async () => {
  plant({ code: (code) => code.subarray(0, 100) });
  expect(await ended(commands().recording)).toBe("0 hello/1\n");
  expect(call("say", { text: "hello" })).toEqual(said);
  expect(statSync(join(cacheOf(home), "call.cjs")).size).toBeGreaterThan(statSync(join(project, "generated/bin/call.cjs")).size + 1000);
  const folder = cacheOf(home);
  renameSync(folder, join(home, "other"));
  symlinkSync(join(home, "other"), folder);
  const { status, stderr } = buildWithCache(home);
  expect([status, stderr]).toEqual([2, expect.stringContaining("is a link, or belongs to another user")]);
});

it("writes and reads caches at the same time", async () => {
  for (const name of readdirSync(cacheOf(home))) rmSync(join(cacheOf(home), name));
  const { plain, recording } = commands();
  for (let round = 0; round < 3; round++) {
    const all = await Promise.all([recording, plain, recording, plain].map(ended));
    expect(all.filter((text) => text !== "0 hello/1\n")).toEqual([]);
  }
  const names = readdirSync(cacheOf(home));
  expect(names).toContain("call.cjs");
  expect(names.filter((name) => !name.endsWith(".cjs"))).toEqual([]);
});

it("says that generated/bin is damaged if the program itself is missing or truncated", () => {
  const copy = temporaryFolder("damaged");
  cpSync(join(project, "generated"), join(copy, "generated"), { recursive: true });
  const file = join(copy, "generated/bin/call.cjs");
  const run = () =>
    spawnSync(join(copy, "generated/bin/call"), ["say"], { input: "{}", env: { ...process.env, ...environment(home) }, encoding: "utf8" });
  const damaged = { status: 70, stdout: "", stderr: "generated/bin is incomplete or damaged. Run 'toolgen build' to regenerate it.\n" };
  copyFileSync(file, `${file}.whole`);
  writeFileSync(file, readFileSync(file).subarray(0, 5000));
  expect(run()).toMatchObject(damaged);
  renameSync(file, `${file}.truncated`);
  expect(run()).toMatchObject(damaged);
  expect(existsSync(`${file}.whole`)).toBe(true);
});

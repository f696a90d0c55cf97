import { spawnSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import nodeModule from "node:module";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { userTempFolder } from "../../src/contract/user-file.js";
import { builtProject, sayTool } from "../kit/project.js";
import { temporaryFolder } from "../kit/temporary-folder.js";

const user = process.getuid?.();

let project: string;
/** Says on standard error which folder Node would keep compiled code in, also on a Node that keeps none. */
let observed: string;
beforeAll(() => {
  project = builtProject({ "tools.d/say.yaml": sayTool });
  observed = join(project, "observed.cjs");
  const say = "enableCompileCache = (folder) => require('node:fs').writeSync(2, folder)";
  writeFileSync(observed, `const node = require("node:module"); node.${say}; node.flushCompileCache = () => {};`);
});

/** A server's whole life: it lists its tools, and its client leaves. */
function served(env: Readonly<Record<string, string>>, ...options: readonly string[]) {
  const clientInfo = { name: "test", version: "1" };
  const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  const messages = [
    { id: 1, method: "initialize", params: initialize },
    { id: 2, method: "tools/list", params: {} },
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, "generated/mcp/server.cjs"], {
    cwd: project,
    input: messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join(""),
    encoding: "utf8",
    env: { PATH: process.env.PATH, ...env },
  });
  return { status, lists: stdout.includes('"say"'), stderr };
}

const ours = (folder: string) => join(folder, `toolgen-${user}`);

it.runIf(user !== undefined)("keeps compiled code in a folder that only its user can enter", () => {
  const folder = temporaryFolder();
  const compiled = join(ours(folder), "compiled");
  const second = () => served({ TMPDIR: folder }, "--require", observed);
  expect(served({ TMPDIR: folder }, "--require", observed)).toEqual({ status: 0, lists: true, stderr: compiled });
  expect([ours(folder), compiled].map((path) => lstatSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
  chmodSync(compiled, 0o777);
  expect(second()).toEqual({ status: 0, lists: true, stderr: compiled });
  expect(lstatSync(compiled).mode & 0o777).toBe(0o700);
  rmSync(ours(folder), { recursive: true });
});

it.runIf(user !== undefined).each([
  ["TOOLGEN_COMPILE_CACHE=0", { TOOLGEN_COMPILE_CACHE: "0" }, () => {}],
  ["a link in the folder's place", {}, (folder: string) => symlinkSync(project, ours(folder))],
  ["a file in the folder's place", {}, (folder: string) => writeFileSync(ours(folder), "")],
  ["a link in it", {}, (folder: string) => symlinkSync(mkdirSync(ours(folder), { recursive: true }) ?? "", join(ours(folder), "compiled"))],
])("starts without it: %s", (_, env, prepare) => {
  const folder = temporaryFolder();
  prepare(folder);
  expect(served({ TMPDIR: folder, ...env }, "--require", observed)).toEqual({ status: 0, lists: true, stderr: "" });
  rmSync(ours(folder), { recursive: true, force: true });
});

it.runIf(user !== undefined && "enableCompileCache" in nodeModule)("has Node write what it compiled, for the next start", () => {
  const folder = temporaryFolder();
  expect(served({ TMPDIR: folder })).toEqual({ status: 0, lists: true, stderr: "" });
  const files = readdirSync(join(ours(folder), "compiled"), { recursive: true, encoding: "utf8" });
  expect(files.length).toBeGreaterThan(1);
  expect(served({ TMPDIR: folder })).toEqual({ status: 0, lists: true, stderr: "" });
  rmSync(ours(folder), { recursive: true });
});

it.runIf(user !== undefined)("removes what was compiled a month ago, and nothing behind a link", () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder()];
  const old = (path: string, days: number) => {
    writeFileSync(path, "");
    utimesSync(path, new Date(), new Date(Date.now() - days * 24 * 60 * 60 * 1000));
  };
  const compiled = join(ours(folder), "compiled");
  mkdirSync(join(compiled, "v22"), { recursive: true });
  old(join(compiled, "v22/8572230d"), 31);
  old(join(compiled, "v22/8572230e"), 29);
  old(join(other, "8572230d"), 31);
  symlinkSync(other, join(compiled, "v24"));
  userTempFolder({ TMPDIR: folder });
  expect([readdirSync(join(compiled, "v22")), readdirSync(other)]).toEqual([["8572230e"], ["8572230d"]]);
  rmSync(ours(folder), { recursive: true });
});

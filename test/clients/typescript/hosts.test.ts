import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { hostPrograms, installedFolder, makeProject, node, run } from "./project.js";
import { startServer } from "./server.js";

const folder = installedFolder();
const project = join(folder, "hosts");

const specs = {
  "tools.d/slow.yaml": "name: slow\ndescription: Waits for a minute, and prints nothing.\nkind: read\nrisk: safe\ncommand: [sleep, '60']\n",
  "tools.d/deploy.yaml":
    "name: deploy\ndescription: Deploys the service, which a user approves.\nkind: execute\nrisk: dangerous\ncommand: [printf, deployed]\n",
  "tools.d/greet.yaml": `name: greet
description: Greets somebody by a name, and does nothing else.
kind: read
risk: safe
schema: { properties: { who: { type: string } }, required: [who] }
handler: ./greet.mjs#greet
`,
  "tools.d/correct.yaml": `name: correct
description: Corrects a word in a file, which a user sees before.
kind: edit
risk: dangerous
schema: { properties: { path: { type: string } }, required: [path] }
paths: { path: { access: readWrite, type: file } }
command: [sed, --in-place, --expression=s/two/deux/, --, "{{path}}"]
output: { display: diff, preview: true }
`,
  "words.txt": "one two\n",
  "tools.d/load.yaml":
    "name: load\ndescription: Loads a page that can't be reached, for a test.\nkind: fetch\nrisk: safe\nhttp: { url: 'http://127.0.0.1:9/' }\n",
  "tools.d/greet.mjs": "export const greet = ({ who }) => `Hello, ${who}, from ${process.versions.electron ?? 'Node'}.`;\n",
};

beforeAll(() => makeProject(project, { ...specs, ...hostPrograms }, ".js"), 60_000);

/** Bundles a program of the page as esbuild's command does, with or without packages, to a file of the project. */
function bundled(file: string, format: "esm" | "cjs", packages: "bundle" | "external"): string {
  const outfile = join(project, file.replace(/\.ts$/, format === "esm" ? ".mjs" : ".cjs"));
  const bundle = { bundle: true, platform: "node", format, packages, outfile, logLevel: "error" } as const;
  buildSync({ entryPoints: [join(project, file)], absWorkingDir: project, ...bundle });
  return outfile;
}

it("serves calls by Express, and ends with the server", async () => {
  const server = await startServer(project, ["--import", "tsx", "server.ts"]);
  expect(await server.post("/tools/say", { message: "https://example.org/a" })).toBe('200 {"output":"https://example.org/a 1"}');
  expect(await server.post("/tools/greet", { who: "Ada" })).toBe('200 {"output":"Hello, Ada, from Node."}');
  expect(await server.post("/tools/deploy", {})).toMatch(/^422 \{"error":/);
  expect(await server.post("/tools/sya", {})).toMatch(/^422 .*say/);
  expect(await server.stop()).toBe(0);
}, 60_000);

it("answers from a worker thread, which ends when it is told to", () => {
  bundled("worker.ts", "esm", "external");
  const main = `
import { Worker } from "node:worker_threads";
const worker = new Worker(new URL("worker.mjs", import.meta.url));
worker.on("message", ({ id, response }) => {
  console.log(id, JSON.stringify(response));
  worker.postMessage("close");
});
worker.on("exit", (code) => console.log("ended", code));
worker.postMessage({ id: 1, name: "greet", args: { who: "Ada" } });
`;
  writeFileSync(join(project, "start-worker.mjs"), main);
  expect(node(project, "start-worker.mjs")).toBe('1 {"output":"Hello, Ada, from Node."}\nended 0');
});

/**
 * Electron's binary isn't a package, so its main process is this Node, with a stand-in for the module \`electron\`. What
 * starts its program finds another Electron, unless it asks for a Node.
 */
const electron = `
import { EventEmitter } from "node:events";
export const handlers = new Map();
export const asked = [];
export const app = Object.assign(new EventEmitter(), { getPath: () => process.cwd() });
export const ipcMain = { handle: (channel, handler) => handlers.set(channel, handler) };
export const dialog = { showMessageBox: async (options) => (asked.push(options), { response: 1 }) };
`;
const startElectron = `
import { app, asked, handlers } from "electron";
Object.defineProperty(process.versions, "electron", { value: "45.5.0" });
process.execPath = process.cwd() + "/electron-program";
await import("./main.mjs");
const call = (name, args) => handlers.get("call-tool")({}, name, args);
console.log(JSON.stringify([await call("greet", { who: "Ada" }), await call("deploy", {}), await call("correct", { path: "words.txt" })]));
console.log(JSON.stringify(asked));
app.emit("will-quit");
`;

it("runs calls in Electron's main process, with a dialog for those that need approval", () => {
  mkdirSync(join(project, "node_modules/electron"), { recursive: true });
  const manifest = '{ "name": "electron", "type": "module", "exports": "./index.js" }';
  writeFileSync(join(project, "node_modules/electron/package.json"), manifest);
  writeFileSync(join(project, "node_modules/electron/index.js"), electron);
  writeFileSync(join(project, "start-electron.mjs"), startElectron);
  writeFileSync(
    join(project, "electron-program"),
    `#!/bin/sh\n[ "$ELECTRON_RUN_AS_NODE" = 1 ] && exec '${process.execPath}' "$@"\nexit 42\n`,
  );
  chmodSync(join(project, "electron-program"), 0o755);
  bundled("main.ts", "esm", "external");
  const [responses = "", asked = ""] = node(project, "start-electron.mjs").split("\n");
  expect(JSON.parse(responses)).toEqual([{ output: "Hello, Ada, from Node." }, { output: "deployed" }, { output: expect.any(String) }]);
  expect(JSON.parse(asked)).toEqual([
    { message: expect.any(String), detail: expect.stringContaining("deployed"), buttons: ["Cancel", "Run once"] },
    { message: expect.any(String), detail: expect.stringMatching(/-one two\n\+one deux\n.*Dangerous/s), buttons: ["Cancel", "Run once"] },
  ]);
});

/** Calls the handler as Lambda's runtime does: by its name in a CommonJS module, with an event and a context. */
const startLambda = `
const { handler } = require("./index.js");
const context = (remaining) => ({ awsRequestId: "1", functionName: "tools", getRemainingTimeInMillis: () => remaining });
(async () => {
  console.log(JSON.stringify(await handler({ name: "say", args: { message: "https://example.org/a" } }, context(30000))));
  console.log(JSON.stringify(await handler({ name: "slow", args: {} }, context(2300))));
})();
`;

it("answers as a function of AWS Lambda from one file, before Lambda ends it", () => {
  const task = temporaryFolder();
  writeFileSync(join(task, "start.cjs"), startLambda);
  run(project, ["cp", bundled("lambda.ts", "cjs", "bundle"), join(task, "index.js")]);
  const [said = "", stopped = ""] = run(task, [process.execPath, "start.cjs"], { HOME: "/nonexistent" }).split("\n");
  expect(JSON.parse(said)).toEqual({ statusCode: 200, body: '{"output":"https://example.org/a 1"}' });
  expect(JSON.parse(stopped).statusCode).toBe(422);
});

/** A program that calls tools of each kind and doesn't close its registry. The timer lists what holds the process, if anything does. */
const unclosed = `
import { executeFunctionCall, ToolRegistry } from "toolgen/runtime";
const registry = new ToolRegistry();
registry.registerGenerated("generated");
const calls = [{ name: "say", args: { text: "https://example.org/a" } }, { name: "greet", args: { who: "Ada" } }, { name: "load", args: {} }];
for (const call of calls) console.log((await executeFunctionCall(call, { registry, signal: AbortSignal.timeout(60_000) })).status);
setTimeout(() => console.log(process.getActiveResourcesInfo()) ?? process.exit(1), 20_000).unref();
`;

it("leaves no handle open after calls of commands, handlers and requests", () => {
  writeFileSync(join(project, "unclosed.mjs"), unclosed);
  expect(node(project, "unclosed.mjs")).toBe("success\nsuccess\nerror");
});

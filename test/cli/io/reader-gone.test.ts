import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { brokenTool, builtProject, projectOf, sayTool } from "../../kit/project.js";
import { sampled } from "../../kit/repeat.js";
import { program } from "../../kit/toolgen.js";

/** Runs a command whose standard output has lost its reader before it starts. */
function unread(folder: string, command: string) {
  // The right side opens the pipe `go` only after it has closed its input, and the left side waits for that.
  const script = `mkfifo go; { cat go; ${command.replace("toolgen", '"$0" "$1"')}; echo "status $?" >&2; } | { exec <&-; echo > go; }`;
  return spawnSync("sh", ["-c", script, process.execPath, program], { cwd: folder, encoding: "utf8" }).stderr;
}

const unix = it.runIf(process.platform !== "win32");
const failing = sayTool.replace("exitCodes:", "examples: [{ params: { text: a }, expect: { equals: b } }]\nexitCodes:");

const ending: readonly (readonly [string, string, number])[] = [
  ["build --check --format json", brokenTool, 1],
  ["check --json", brokenTool, 1],
  ["test --json", failing, 1],
  ["list", sayTool, 0],
  ['call say \'{"text": "a", "style": "none"}\' --json', sayTool, 2],
];

unix.each(sampled(ending, { usual: 3, kind: ([, , status]) => String(status) }))("ends by its own exit code: %s", (args, spec, status) => {
  const folder = projectOf({ "tools.d/say.yaml": spec });
  expect(unread(folder, `toolgen ${args}`)).toBe(`status ${status}\n`);
});

unix("finishes a build", () => {
  const folder = projectOf({ "tools.d/say.yaml": sayTool });
  expect(unread(folder, "toolgen build")).toBe("status 0\n");
  expect(existsSync(join(folder, "generated/bin/call"))).toBe(true);
});

unix.each(["yes '{}' | toolgen repair say --jsonl", "yes '\"ls\"' | toolgen guard"])("stops reading without end: %s", (command) => {
  expect(unread(builtProject({ "tools.d/say.yaml": sayTool }), command)).toBe("status 141\n");
});

unix.each(["build --watch", "dev"])("ends a command that would wait for changes: %s", (args) => {
  expect(unread(projectOf({ "tools.d/say.yaml": sayTool }), `toolgen ${args}`)).toMatch(/status 0\n$/);
});

it("ends a language server whose client reads nothing", async () => {
  const folder = projectOf({ "tools.d/say.yaml": sayTool });
  const server = spawn(process.execPath, [program, "lsp", "--stdio"], { cwd: folder, stdio: ["pipe", "pipe", "ignore"] });
  server.stdout.destroy();
  const initialize = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { processId: null, rootUri: null, capabilities: {} },
  });
  server.stdin.on("error", () => {}).write(`Content-Length: ${initialize.length}\r\n\r\n${initialize}`);
  await once(server, "exit");
});

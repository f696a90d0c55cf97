// Counts the files of src that run in a call of a command, in a build of one spec and in a confirmed call over HTTP:
// `node scripts/reached-files.mjs [--list]`. It builds dist with readable bundles, in which a comment names each
// module, reads from V8's coverage which functions ran, and builds dist again as it is shipped.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { execa } from "execa";
import { root } from "./run.mjs";

const project = mkdtempSync(join(tmpdir(), "toolgen-reached-"));
const toolgen = join(root, "dist/cli/main.js");
const spec = `name: say
description: Prints a text.
kind: execute
risk: moderate
schema:
  properties:
    text: { type: string, description: The text. }
command: [echo, "{{text}}"]
`;

/** Runs a program, and returns the files of src of which a function ran. */
async function filesOf(name, args, { input = "", use } = {}) {
  const coverage = join(project, `coverage-${name.replaceAll(/\W+/g, "-")}`);
  const child = execa(process.execPath, args, { cwd: project, input, env: { NODE_V8_COVERAGE: coverage }, reject: false });
  if (use !== undefined) await use(child);
  const { exitCode, stderr } = await child;
  if (exitCode !== 0 && use === undefined) throw new Error(`${name} failed: ${stderr}`);
  const reports = readdirSync(coverage).map((file) => JSON.parse(readFileSync(join(coverage, file), "utf8")));
  const found = new Set(reports.flatMap(({ result }) => result.filter(({ url }) => url.startsWith("file:")).flatMap(filesOfScript)));
  return [...found].sort();
}

/** The files of src in a bundle of which a function ran: a function stands behind the comment that names its module. */
function filesOfScript({ url, functions }) {
  const text = readFileSync(new URL(url), "utf8");
  const modules = [...text.matchAll(/^ *\/\/ (src\/[\w./-]+\.tsx?)$/gm)].map((match) => ({ at: match.index, file: match[1] }));
  const ran = functions.filter(({ functionName, ranges }) => functionName !== "" && ranges[0].count > 0);
  return ran.flatMap(({ ranges }) => modules.findLast(({ at }) => at <= ranges[0].startOffset)?.file ?? []);
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Calls the tool over HTTP, and says yes to the question about it. */
async function callOverHttp(child, port) {
  const client = new Client({ name: "reached-files", version: "1" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: {} }));
  for (let tries = 0; ; tries++) {
    try {
      await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
      break;
    } catch (error) {
      if (tries === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const { content, isError } = await client.callTool({ name: "say", arguments: { text: "hello" } });
  if (isError === true) throw new Error(`The call failed: ${JSON.stringify(content)}`);
  await client.close();
  child.kill("SIGTERM");
}

try {
  await execa(process.execPath, ["scripts/build.mjs"], { cwd: root, env: { TOOLGEN_READABLE: "1" } });
  mkdirSync(join(project, "tools.d"));
  writeFileSync(join(project, "tools.d/say.yaml"), spec);
  const build = await filesOf("a build of one spec", [toolgen, "build"]);
  const port = await freePort();
  const figures = {
    "a call of a command": await filesOf("a call", ["generated/bin/call", "say"], { input: '{"text":"hello"}' }),
    "a build of one spec": build,
    "a confirmed call over HTTP": await filesOf("over HTTP", ["generated/mcp/server.cjs", "--http", `127.0.0.1:${port}`, "--sessions"], {
      use: (child) => callOverHttp(child, port),
    }),
  };
  for (const [name, files] of Object.entries(figures)) {
    console.log(`${name}: ${files.length} files`);
    if (process.argv.includes("--list")) console.log(`  ${files.join("\n  ")}`);
  }
} finally {
  rmSync(project, { recursive: true, force: true });
  await execa(process.execPath, ["scripts/build.mjs"], { cwd: root });
}

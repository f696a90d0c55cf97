import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newMarker } from "../../call/process/marked-processes.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { writeSpecs } from "../registry/project.js";

const server = fileURLToPath(new URL("fault-server.mjs", import.meta.url));

export interface FaultProject {
  readonly folder: string;
  /** Among the arguments of the server and of what it starts. */
  readonly mark: string;
  /** The lines of the server's log. */
  log(): readonly string[];
}

const tool = (name: string, more = "") => `name: ${name}
description: Does what the server's tool of this name does.
kind: other
risk: safe
schema: { properties: { message: { type: string } } }
mcp: { server: fault, tool: ${name} }
${more}`;

const names = [
  "count",
  "environment",
  "fails",
  "structured",
  "dies",
  "leaks",
  "mutters",
  "starts",
  "floods",
  "babbles",
  "progress",
  "gone",
];

/** A project with a tool for each tool of the fault server, and one that the server doesn't have; `config` is added. */
export function faultProject({ config = "", entry = "" } = {}): FaultProject {
  const folder = temporaryFolder();
  const mark = newMarker();
  const file = join(folder, "log.txt");
  const started = `command: ${process.execPath}\n    args: [${server}, ${mark}]\n    secrets: { FAULT_TOKEN: A token. }`;
  const env = `env: { FAULT_LOG: ${file}, TOKEN: "Bearer {{@secret.FAULT_TOKEN}}" }`;
  writeFileSync(join(folder, "toolgen.yaml"), `version: 1\nmcpServers:\n  fault:\n    ${started}\n    ${env}\n${entry}${config}`);
  const echo = `${tool("echo")}aliases: { message: [text] }\n`.replace(
    "message: { type: string } }",
    "message: { type: string } }, required: [message]",
  );
  const specs = [echo, ...names.map((name) => tool(name)), tool("hangs", "timeout: 10s")];
  const cold = tool("count", "warm: false").replace("name: count", "name: count_cold");
  const asked = tool("echo").replace("name: echo", "name: echo_denied");
  writeSpecs(folder, { "tools.yaml": [...specs, cold, asked].join("\n---\n") });
  return { folder, mark, log: () => (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []) };
}

/** The environment of calls. */
export const faultEnvironment = { ...process.env, FAULT_TOKEN: "t0ken-of-fault", FAULT_UNDECLARED: "not for servers" };

/** Runs `generated/bin/call`. */
export function callTool({ folder }: FaultProject, name: string, args: object = {}) {
  const { status, stdout, stderr } = spawnSync(join(folder, "generated/bin/call"), [name], {
    cwd: folder,
    input: JSON.stringify(args),
    env: faultEnvironment,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
}

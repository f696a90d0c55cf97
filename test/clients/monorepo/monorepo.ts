import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { program } from "../../kit/toolgen.js";
import { type CacheServer, token } from "./cache-server.js";

const architecture = process.arch === "arm64" ? "arm64" : "64";
/** The program itself: the package `turbo` only chooses the one for the platform. */
const turbo = fileURLToPath(new URL(`node_modules/@turbo/linux-${architecture}/bin/turbo`, import.meta.url));

/** `turbo.json` of docs/monorepo.md. */
const turboConfig = {
  tasks: {
    build: { inputs: ["$TURBO_DEFAULT$", "!generated/**"], outputs: ["generated/**"] },
    check: { dependsOn: ["build"], cache: false },
  },
};

/** Writes a monorepo: packages with a spec each, of which some have a handler, and `toolgen` as the root installs it. */
export function writeMonorepo(root: string, packages: number): void {
  const members = Array.from({ length: packages }, (_, i) => `packages/tools-${i}`);
  const manifest = { name: "all-tools", private: true, packageManager: "npm@10.8.2", workspaces: ["packages/*"] };
  write(join(root, "package.json"), JSON.stringify(manifest));
  write(join(root, "turbo.json"), JSON.stringify(turboConfig));
  write(join(root, ".gitignore"), "node_modules\ngenerated\n.toolgen\n.turbo\n");
  write(join(root, "package-lock.json"), JSON.stringify(lockfile(manifest, members)));
  write(join(root, "node_modules/.bin/toolgen"), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(join(root, "node_modules/.bin/toolgen"), 0o755);
  for (const [i, member] of members.entries()) {
    write(join(root, member, "package.json"), JSON.stringify(packageOf(member)));
    write(join(root, member, "toolgen.yaml"), "version: 1\n");
    write(join(root, member, "tools.d/count.yaml"), specOf(i));
    if (hasHandler(i)) write(join(root, member, "tools.d/count.ts"), `export const count = (): string => "${i}";\n`);
  }
}

const hasHandler = (i: number) => i % 10 === 3;

const specOf = (i: number) => `name: count_${i}
description: Count the things of package ${i}.
kind: read
risk: safe
schema: { properties: { limit: { type: integer, default: ${i}, description: The most to count. } } }
${hasHandler(i) ? "handler: ./count.ts#count" : 'command: [echo, "{{limit}}"]'}
`;

const packageOf = (member: string) => {
  const scripts = { build: "toolgen build", check: "toolgen build --check" };
  return { name: member.replace("packages/", ""), version: "1.0.0", private: true, scripts };
};

const lockfile = (manifest: object, members: readonly string[]) => ({
  name: "all-tools",
  lockfileVersion: 3,
  requires: true,
  packages: {
    "": manifest,
    ...Object.fromEntries(members.map((member) => [member, { version: "1.0.0" }])),
    ...Object.fromEntries(members.map((member) => [`node_modules/${member.replace("packages/", "")}`, { resolved: member, link: true }])),
  },
});

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

interface Ran {
  readonly status: number | null;
  readonly output: string;
}

/** Runs tasks as CI does: with the shared cache, and without one of the machine. The server is in this process, so it must not be blocked. */
export async function runTurbo(root: string, tasks: readonly string[], cache: CacheServer): Promise<Ran> {
  const { NODE_OPTIONS: _, ...own } = process.env;
  const env = {
    ...own,
    ...{ TURBO_API: cache.url, TURBO_TOKEN: token, TURBO_TEAM: "tools" },
    ...{ TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1", DO_NOT_TRACK: "1", HOME: root },
  };
  const options = ["--cache=local:,remote:rw", "--no-daemon", "--concurrency=2", "--output-logs=errors-only", "--no-color"];
  const child = spawn(turbo, ["run", ...tasks, ...options], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const status = await new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve));
  return { status, output };
}

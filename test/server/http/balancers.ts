import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { missing } from "../../kit/needs.js";
import { sampled } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { freePort } from "./send.js";

/** The address of a replica. */
interface Replica {
  readonly port: number;
}

interface Balancer {
  /** Its configuration in docs/mcp-deployment.md, for the folder of its files. */
  configuration(page: string, folder: string): string;
  /** Its arguments to stay in the foreground with a file of configuration. */
  args(file: string, folder: string): readonly string[];
}

/** The balancers that the documentation configures, by their programs. */
const balancers = {
  haproxy: {
    configuration: (page) => page,
    args: (file) => ["-db", "-q", "-f", file],
  },
  nginx: {
    // Only root may use the folders of Debian's package.
    configuration: (page, folder) =>
      page.replace(
        "http {\n",
        (line) =>
          line + ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};\n`).join(""),
      ),
    args: (file, folder) => [
      "-p",
      folder,
      "-c",
      file,
      "-g",
      `daemon off; pid ${folder}/pid; error_log stderr crit;${process.getuid?.() === 0 ? " user root;" : ""}`,
    ],
  },
} as const satisfies Readonly<Record<string, Balancer>>;

export type BalancerName = keyof typeof balancers;

export const balancerNames: readonly BalancerName[] = ["haproxy", "nginx"];

/** One of those that are installed, or all in `npm run test:soak`. */
export function sampledBalancers(): readonly BalancerName[] {
  const installed = balancerNames.filter((name) => !missing(name));
  return sampled(installed.length === 0 ? balancerNames : installed, { usual: 1 });
}

/** Starts a balancer in front of replicas, as docs/mcp-deployment.md says. Returns its address; it ends with the test. */
export async function startBalancer(name: BalancerName, replicas: readonly Replica[]): Promise<string> {
  const { configuration, args }: Balancer = balancers[name];
  const port = await freePort();
  const folder = temporaryFolder();
  const file = join(folder, "balancer.conf");
  writeFileSync(file, configuration(readdressed(documented(name), port, replicas), folder));
  const child = spawn(name, args(file, folder), { stdio: "ignore" });
  onTestFinished(() => end(child));
  return `http://127.0.0.1:${port}/mcp`;
}

function documented(name: BalancerName): string {
  const page = readFileSync(new URL("../../../docs/mcp-deployment.md", import.meta.url), "utf8");
  return new RegExp(`\`\`\`${name}\n(.*?)\`\`\``, "s").exec(page)?.[1] ?? "";
}

/** Replaces the addresses of a configuration. */
function readdressed(documented: string, port: number, replicas: readonly Replica[]): string {
  const addresses = [["0.0.0.0:8080", port], ...replicas.map((replica, i) => [`10.0.0.1${i + 1}:8848`, replica.port] as const)] as const;
  return addresses.reduce((config, [old, own]) => {
    expect(config).toContain(old);
    return config.replace(old, `127.0.0.1:${own}`);
  }, documented);
}

/** nginx ends its workers itself. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill("SIGTERM");
  await closed;
}

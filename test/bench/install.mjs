import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sizeOnDisk } from "../../scripts/installed-size.mjs";
import { installArgumentsIn, mostInstalledMB, packArguments, packedIn } from "../../scripts/packed-package.mjs";
import { run } from "./children.mjs";
import { interleave } from "./measure.mjs";
import { toolgen } from "./projects.mjs";
import { atMost } from "./targets.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { agentClients } = await import("../../dist/clients/agent-clients.js");
/** Every client with settings of a user on this platform. */
const ids = agentClients.filter((client) => client.user && client.lacksPlatform !== process.platform).map(({ id }) => id);

/** `toolgen install` and `uninstall` of all clients, for the user, in a home without settings. */
export async function benchInstall({ folder, sizes, rounds, deadline, project, onRun }) {
  const home = join(folder, "home");
  const node = process.execPath;
  const inHome = (action) => ["-u", "XDG_STATE_HOME", "-u", "XDG_CONFIG_HOME", `HOME=${home}`, node, toolgen, action];
  const cases = [{ name: "node, an empty program", program: node, args: [join(folder, "empty.cjs")], batch: 5 }];
  for (const size of sizes) {
    const { dir } = await project(size);
    const action = (name) => ({ program: "env", args: [...inHome(name), ...ids, "--user", "--yes"], cwd: dir });
    const prepare = () => {
      rmSync(home, { recursive: true, force: true });
      mkdirSync(home);
    };
    cases.push({ name: `install ${size}`, ...action("install"), prepare }, { name: `uninstall ${size}`, ...action("uninstall") });
  }
  const results = await interleave(cases, { rounds, deadline, onRun });
  const floor = results.get("node, an empty program");
  const rows = sizes.flatMap((size) =>
    ["install", "uninstall"].map((action) => {
      const { cpu, wall, runs } = results.get(`${action} ${size}`);
      return { what: `\`toolgen ${action}\`, ${ids.length} clients`, size, runs, cpu: cpu / floor.cpu, wall: wall / floor.wall, ms: wall };
    }),
  );
  const targets = sizes.map((size) =>
    atMost(`\`toolgen install\` of ${ids.length} clients, ${size} tools, CPU`, 1, results.get(`install ${size}`).cpu / 1000, "s"),
  );
  const installed = atMost("a user's `node_modules` with toolgen", mostInstalledMB, await installedMB(folder, onRun), "MB");
  return { rows, floors: { nodeMs: floor.wall, nodeCpuMs: floor.cpu }, targets: [...targets, installed] };
}

/** The disk space of the packed package and its dependencies. */
async function installedMB(folder, onRun) {
  onRun("npm install of the package");
  const [packed, user] = [join(folder, "packed"), join(folder, "user")];
  mkdirSync(packed);
  const { env } = process;
  await run("npm", packArguments(packed), { cwd: root, env });
  await run("npm", installArgumentsIn(user, packedIn(packed)), { cwd: user, env });
  return sizeOnDisk(join(user, "node_modules")) / 1e6;
}

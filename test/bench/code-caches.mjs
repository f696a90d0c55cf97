import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { env, run } from "./children.mjs";
import { toolgen } from "./projects.mjs";
import { atMost } from "./targets.mjs";

/** At most so many times an empty program of that Node and the command. */
const limits = { 20: 1.45, 22: 1.35 };

const installed = fileURLToPath(new URL("../clients/node-versions/node_modules", import.meta.url));

/** The program of a Node: this one, or the one that the tests of clients installed. */
function programOf(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const other = join(installed, `node-${major}/bin/node`);
  return existsSync(other) ? other : undefined;
}

/**
 * A call with the opt-in code cache, by each Node that is here: `node` is the case of an empty program, `call` the one of
 * the call. The caches are in a home of their own, so all other cases have none.
 */
export async function codeCachesIn({ folder, project: { dir, callInput }, tool, batch }) {
  const home = join(folder, "home-code-cache");
  const found = Object.keys(limits).flatMap((major) => {
    const node = programOf(major);
    return node === undefined ? [] : [{ major, node }];
  });
  const caches = [];
  for (const { major, node } of found) {
    const more = { HOME: home, XDG_CACHE_HOME: join(home, ".cache"), PATH: `${dirname(node)}:${env.PATH}` };
    await run(node, [toolgen, "build", "--code-cache"], { cwd: dir, env: { ...env, ...more } });
    const call = { program: join(dir, "generated/bin/call"), args: [tool], input: callInput, cwd: dir };
    caches.push({
      what: `call with the code cache, Node ${major}`,
      limit: limits[major],
      node: { name: `Node ${major}, an empty program`, program: node, args: [join(folder, "empty.cjs")], batch, more },
      call: { name: `call with the code cache, Node ${major}`, ...call, batch, more },
    });
  }
  return caches;
}

/** The rows of these calls, over an empty program of the same Node and the command. */
export const codeCacheRows = (caches, { of, command, size, batch }) =>
  caches.map(({ what, node, call }) => {
    const [floor, { cpu, wall, runs }] = [of(node.name), of(call.name)];
    return { what, size, runs: runs * batch, cpu: cpu / (floor.cpu + command.cpu), wall: wall / (floor.wall + command.wall), ms: wall };
  });

export const codeCacheTargets = (caches, rows) =>
  caches.map(({ what, limit }) =>
    atMost(`${what}, × an empty program of it and the command`, limit, rows.find((row) => row.what === what).cpu),
  );

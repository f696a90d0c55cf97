import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { run } from "./children.mjs";
import { openSession } from "./mcp-session.mjs";
import { quantile, timesOf } from "./measure.mjs";
import { toolgen } from "./projects.mjs";
import { atMost } from "./targets.mjs";

const host = fileURLToPath(new URL("registries/handlers.mjs", import.meta.url));

/** The same handler twice: its processes are kept, or each call has its own. */
const ways = [
  { tool: "kept", what: "an empty handler" },
  { tool: "alone", what: "the same with `warm: false`", spec: { warm: false } },
];

/** A built project with an empty handler. */
export async function handlersIn(folder) {
  const dir = join(folder, "project-handlers");
  mkdirSync(join(dir, "tools.d"), { recursive: true });
  writeFileSync(join(dir, "tools.d/empty.mjs"), "export const empty = () => 'done';\n");
  for (const { tool, what, spec } of ways)
    writeFileSync(
      join(dir, `tools.d/${tool}.yaml`),
      stringify({ name: tool, description: what, kind: "read", schema: {}, handler: "./empty.mjs#empty", ...spec }),
    );
  await run(process.execPath, [toolgen, "build"], { cwd: dir });
  return dir;
}

/** Later calls of a registry, one after the other: the median of their time, and the CPU time of all processes. */
export async function benchRegistryHandlers({ dir, calls, onRun }) {
  const handlers = [];
  for (const { tool, what, spec } of ways) {
    const most = spec === undefined ? 10 * calls : calls;
    onRun(`${most} calls of a registry, ${what}`);
    const [few, many] = [await timeHost(dir, tool, 1), await timeHost(dir, tool, most + 1)];
    handlers.push({ what: `registry, ${what}`, calls: most, p50: many.later, cpu: (many.cpu - few.cpu) / most });
  }
  const [kept, alone] = handlers;
  return {
    handlers,
    targets: [atMost("40 later calls of an empty handler, CPU, × one in a process of its own", 1, (40 * kept.cpu) / alone.cpu)],
  };
}

/** The registry ends its processes, whose times the kernel then counts with its own. */
async function timeHost(cwd, tool, calls) {
  const words = ["-c", 'TIMEFORMAT="%R %U %S"; time "$@"', "time", process.execPath, host, tool, String(calls)];
  const { stdout, stderr } = await run("bash", words, { cwd });
  return { ...JSON.parse(stdout), cpu: timesOf(stderr).cpu };
}

export const atOnce = 32;

/** Calls of a server, 32 at once: the time that each adds. */
export async function benchServerHandlers({ dir, calls, onRun }) {
  const handlers = [];
  const server = join(dir, "generated/mcp/server.cjs");
  for (const { tool, what, spec } of ways) {
    const most = spec === undefined ? 20 * calls : calls;
    onRun(`${most} calls of a server, ${atOnce} at once, ${what}`);
    const session = await openSession({ args: [server], cwd: dir });
    await callAtOnce(session, tool, atOnce);
    const began = performance.now();
    const times = await callAtOnce(session, tool, most);
    const ms = (performance.now() - began) / most;
    await session.close();
    handlers.push({ what: `server, ${atOnce} at once, ${what}`, calls: most, p50: quantile(times, 0.5), perSecond: 1000 / ms });
  }
  const [kept, alone] = handlers;
  const target = atMost(
    "25 calls of an empty handler, 32 at once, × one in a process of its own",
    1,
    (25 * alone.perSecond) / kept.perSecond,
  );
  return { handlers, targets: [target] };
}

/** Calls a tool that answers `done`, 32 calls at once. Resolves to the milliseconds of each call. */
export async function callAtOnce(session, tool, count) {
  const times = [];
  let left = count;
  const work = async () => {
    while (left > 0) {
      left--;
      const began = performance.now();
      const { isError, content } = await session.call(tool, {});
      if (isError || content[0].text !== "done") throw new Error(JSON.stringify(content));
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return times;
}

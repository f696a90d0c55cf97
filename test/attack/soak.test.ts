import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { childProcesses } from "../call/process/marked-processes.js";
import { eventually } from "../kit/eventually.js";
import { builtProject } from "../kit/project.js";
import { repeat } from "../kit/repeat.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { initialize, initialized, type RawServer, startServer } from "../server/raw-server.js";

const text = "schema: { properties: { text: { type: string } }, required: [text] }";
const specs = {
  "tools.d/say.yaml": `name: say\ndescription: d\nkind: read\n${text}\ncommand: [printf, "%s", "{{text}}"]\n`,
  "tools.d/pipe.yaml": `name: pipe\ndescription: d\nkind: read\n${text}\nshell: printf %s {{text}} | cat\n`,
  "tools.d/keep.yaml": `name: keep\ndescription: d\nkind: read\n${text}\ntempFiles: { body: "{{text}}" }\ncommand: [cat, "{{@temp.body}}"]\n`,
  "tools.d/stay.yaml": `name: stay\ndescription: d\nkind: read\n${text}\ntimeout: 200ms\nshell: printf %s {{text}}; sleep 100 & sleep 100\n`,
};

let project: string;
beforeAll(() => {
  project = builtProject(specs);
});

/** A call, and the text that its answer alone has. */
interface Call {
  readonly name: string;
  readonly args: object;
  readonly mark: string;
  readonly isCancelled?: true;
}

/** Calls of every kind in turn: such that succeed, fail, are refused, reach their time limit, or are cancelled. */
function callAt(i: number): Call {
  const mark = `mark-${i}-${"x".repeat(i % 50)}.`;
  if (i % 97 === 0) return { name: "stay", args: { text: mark }, mark };
  if (i % 41 === 0) return { name: "stay", args: { text: mark }, mark, isCancelled: true };
  if (i % 11 === 0) return { name: "say", args: { text: mark, [`no${mark}`]: 1 }, mark };
  if (i % 13 === 0) return { name: `no_${mark}`, args: {}, mark };
  return { name: ["say", "pipe", "keep"][i % 3] ?? "say", args: { text: mark }, mark };
}

/** The resources of a process that must not grow with the number of calls. */
function heldBy(pid: number, temporary: string) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return {
    megabytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    children: childProcesses(pid).length,
    files: readdirSync(temporary, { recursive: true }).length,
  };
}

async function callAll(server: RawServer, from: number, to: number): Promise<void> {
  let next = from;
  const work = async () => {
    while (next < to) {
      const i = next++;
      const { name, args, mark, isCancelled } = callAt(i);
      const answered = server.answer(i);
      server.send({ id: i, method: "tools/call", params: { name, arguments: args } });
      if (isCancelled) {
        server.send({ method: "notifications/cancelled", params: { requestId: i } });
        continue;
      }
      const said = JSON.stringify(await answered);
      const marks = new Set(said.match(/mark-\d+-x*\./g));
      if (marks.size !== 1 || !marks.has(mark)) throw new Error(`call ${i} was answered with ${said}`);
    }
  };
  await Promise.all(Array.from({ length: 40 }, work));
}

it.skipIf(process.platform !== "linux")("answers each of many calls with its own result, and grows by none", async () => {
  const temporary = temporaryFolder();
  const server = startServer(project, { env: { TMPDIR: temporary } });
  const pid = server.child.pid ?? 0;
  server.send(initialize);
  await server.answer("first");
  server.send(initialized);
  const half = repeat({ usual: 150, soak: 4_000, long: 10_000 });
  await callAll(server, 1, half);
  const settled = async (like?: ReturnType<typeof heldBy>) => {
    const isIdle = ({ descriptors, children, files }: ReturnType<typeof heldBy>) =>
      like === undefined ? children <= 1 : descriptors <= like.descriptors && children <= like.children && files <= like.files;
    let held = heldBy(pid, temporary);
    await eventually(() => {
      held = heldBy(pid, temporary);
      return isIdle(held);
    });
    return held;
  };
  const before = await settled();
  await callAll(server, half, 2 * half);
  const after = await settled(before);
  for (const what of ["descriptors", "children", "files"] as const) expect(after[what], what).toBeLessThanOrEqual(before[what]);
  // A collector takes its time. A kilobyte kept of each call would be ten megabytes in the soak.
  expect(after.megabytes - before.megabytes).toBeLessThan(80);
  const { lines, stderr, code } = await server.end();
  expect([code, stderr]).toEqual([0, ""]);
  const ids = lines.flatMap((line) => JSON.parse(line).id ?? []);
  expect(ids.length).toBe(new Set(ids).size);
});

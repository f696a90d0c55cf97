import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text as textOf } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { eventually } from "../kit/eventually.js";
import { projectOf } from "../kit/project.js";
import { repeat } from "../kit/repeat.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { toolgen } from "../kit/toolgen.js";
import { asClient, callOf, modernBody, modernHeaders } from "./http/send.js";

let project: string;
beforeAll(() => {
  const text = "schema: { properties: { text: { type: string } }, required: [text] }";
  project = projectOf({ "tools.d/say.yaml": `name: say\ndescription: d\nkind: read\n${text}\ncommand: [printf, "%s", "{{text}}"]\n` });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
});

const fileHere = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const heapReport = () => join(project, "heap");

/** A program in which tools are called. */
interface Caller {
  readonly child: ChildProcessWithoutNullStreams;
  /** Calls `say` and returns whatever is answered. */
  call(text: string): Promise<string>;
}

function start(...args: readonly string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, ["--expose-gc", "--require", fileHere("report-heap.cjs"), ...args], {
    cwd: project,
    env: { PATH: process.env.PATH, XDG_CONFIG_HOME: "/nonexistent", TMPDIR: temporaryFolder(), HEAP_REPORT: heapReport() },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** A program that answers lines of its standard input, in any order. */
function callerByLines(child: ChildProcessWithoutNullStreams, lineOf: (id: number, text: string) => string): Caller {
  const waiting = new Map<unknown, (line: string) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id } = JSON.parse(line);
    waiting.get(id)?.(line);
    waiting.delete(id);
  });
  let id = 0;
  const call = (text: string) =>
    new Promise<string>((resolve) => {
      waiting.set(++id, resolve);
      child.stdin.write(`${lineOf(id, text)}\n`);
    });
  return { child, call };
}

async function callerOverHttp(requestOf: (text: string) => { readonly headers: object; readonly body: string }): Promise<Caller> {
  const child = start("generated/mcp/server.cjs", "--http", "127.0.0.1:0");
  const [said] = await once(child.stderr, "data");
  const url = String(/listens on ([^\s"]+)/.exec(String(said))?.[1]);
  child.stderr.resume();
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const call = async (text: string) => {
    const { headers, body } = requestOf(text);
    const request = httpRequest(url, { method: "POST", headers: { ...headers }, agent });
    request.end(body);
    const [response] = await once(request, "response");
    return textOf(response);
  };
  return { child, call };
}

const callers: Readonly<Record<string, () => Promise<Caller>>> = {
  "the server over standard input and output": async () =>
    callerByLines(start("generated/mcp/server.cjs"), (id, text) => callOf("say", { text }, id)),
  "the server over HTTP, for a client of 2025": () => callerOverHttp((text) => ({ headers: asClient, body: callOf("say", { text }) })),
  "the server over HTTP, for a client of 2026-07-28": () =>
    callerOverHttp((text) => ({ headers: modernHeaders("say"), body: modernBody("say", { text }) })),
  "a program that embeds the registry": async () =>
    callerByLines(start(fileHere("registry-host.mjs")), (id, text) => JSON.stringify({ id, text })),
};

const residentOf = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** The megabytes of the heap after a collection. */
async function heapOf({ child }: Caller): Promise<number> {
  rmSync(heapReport(), { force: true });
  child.kill("SIGUSR2");
  expect(await eventually(() => existsSync(heapReport()))).toBe(true);
  return Number(readFileSync(heapReport(), "utf8")) / 1024 / 1024;
}

// In the soak, calls take minutes: this is far more than they need.
const limit = { timeout: 3_600_000 };

it.skipIf(process.platform !== "linux").for(Object.entries(callers))(
  "holds nothing of answered calls: %s",
  limit,
  async ([name, begin]) => {
    const calls = repeat({ usual: 200, soak: 8_000, long: 20_000 });
    const caller = await begin();
    const pid = caller.child.pid ?? 0;
    let next = 0;
    const callUpTo = async (end: number) => {
      const lane = async () => {
        while (next < end) {
          const mark = `mark-${next++}.`;
          const answer = await caller.call(mark);
          if (!answer.includes(mark)) throw new Error(`'${mark}' was answered with ${answer.slice(0, 500)}`);
        }
      };
      await Promise.all(Array.from({ length: 16 }, lane));
    };
    await callUpTo(calls / 10);
    const heaps = [await heapOf(caller)];
    const resident: number[] = [];
    for (const part of [1 / 4, 1 / 2, 1]) {
      await callUpTo(calls * part);
      resident.push(residentOf(pid));
    }
    heaps.push(await heapOf(caller));
    const rounded = (numbers: readonly number[]) => numbers.map((number) => number.toFixed(1)).join(", ");
    console.log(
      `${name}: heap ${rounded(heaps)} MB after ${calls / 10} and ${calls} calls, resident ${rounded(resident)} MB after a quarter, half and all`,
    );
    const [before = 0, after = 0] = heaps;
    // In the soak, 200 bytes kept of each call would show.
    expect(after - before).toBeLessThan(4);
    const [quarter = 0, , all = 0] = resident;
    // The heap may grow before a collection, but by no more with more calls.
    expect(all - quarter).toBeLessThan(80);
  },
);

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { projectOf } from "../../kit/project.js";
import { repeat } from "../../kit/repeat.js";
import { toolgen } from "../../kit/toolgen.js";
import { leftProcesses, newMarker, startedProcesses } from "../process/marked-processes.js";

/** Each call has a tool of its own, and the call's guard has the name of the tool's handler. */
const markers = Array.from({ length: 7 }, newMarker);
let used = 0;
const nextMarker = () => markers[used++ % markers.length] as string;

/** A handler that waits for a minute or, if it is told so, lets no other code run. */
const handler = `export const wait = async ({ blocks }, { signal }) => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  if (blocks) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  await new Promise((resolve, reject) => { setTimeout(resolve, 60_000); signal.addEventListener("abort", () => reject(signal.reason)); });
};
`;

const toolOf = (marker: string) => `wait_${markers.indexOf(marker)}`;

let project: string;
beforeAll(() => {
  project = projectOf({
    ...Object.fromEntries(markers.map((marker) => [`tools.d/${marker}.mjs`, handler])),
    "tools.d/wait.yaml": markers
      .map(
        (marker) =>
          `name: ${toolOf(marker)}\ndescription: Wait.\nkind: read\nschema: { properties: { blocks: { type: boolean } } }\nhandler: ./${marker}.mjs#wait\n`,
      )
      .join("---\n"),
  });
  const { status, stderr } = toolgen(project, ["build"]);
  if (status !== 0) throw new Error(stderr);
});

const ended = (child: ChildProcess) => new Promise((resolve) => child.on("close", resolve));

function startCall(marker: string, input = "{}"): ChildProcess {
  const child = spawn(join(project, "generated/bin/call"), [toolOf(marker)], { stdio: ["pipe", "pipe", "pipe"] });
  child.stdin?.on("error", () => {}).end(input);
  return child;
}

it.concurrent.each(["SIGKILL", "SIGTERM"] as const)("leaves no guard when the call is ended by %s", async (signal) => {
  const marker = nextMarker();
  const child = startCall(marker);
  const close = ended(child);
  await startedProcesses(marker, 1);
  child.kill(signal);
  await close;
  expect(await leftProcesses(marker)).toEqual([]);
});

it.concurrent("leaves nothing at whatever moment the call is killed", async () => {
  const marker = nextMarker();
  for (let round = 0; round < repeat({ usual: 3, soak: 60 }); round++) {
    const child = startCall(marker);
    const close = ended(child);
    await delay(20 + Math.random() * 80);
    child.kill("SIGKILL");
    await close;
  }
  expect(await leftProcesses(marker)).toEqual([]);
});

it.concurrent.each(["{}", '{"blocks":true}'])("ends the call when its client is killed (%s)", async (input) => {
  const marker = nextMarker();
  const source = `require("node:child_process").spawn(process.argv[1], [process.argv[2]], { stdio: ["pipe", "pipe", "pipe"] }).stdin.end(process.argv[3])`;
  const call = join(project, "generated/bin/call");
  const client = spawn(process.execPath, ["-e", source, call, toolOf(marker), input], { stdio: "ignore" });
  const close = ended(client);
  await startedProcesses(marker, 1);
  client.kill("SIGKILL");
  await close;
  expect(await leftProcesses(marker)).toEqual([]);
  expect(await leftProcesses(`${call} ${toolOf(marker)}`)).toEqual([]);
});

it.concurrent.each(["{}", '{"blocks":true}'])("ends the call when nothing reads its result (%s)", async (input) => {
  if (process.platform !== "linux") return;
  const marker = nextMarker();
  const child = startCall(marker, input);
  const close = ended(child);
  await startedProcesses(marker, 1);
  child.stdout?.destroy();
  await close;
  expect(await leftProcesses(marker)).toEqual([]);
});

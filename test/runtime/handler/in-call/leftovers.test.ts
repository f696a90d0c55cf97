import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { projectOf } from "../../../kit/project.js";
import { repeat } from "../../../kit/repeat.js";
import { toolgen } from "../../../kit/toolgen.js";
import { leftProcesses, newMarker, startedProcesses } from "../../process/marked-processes.js";

/** A handler that waits for a minute or, if it is told so, blocks its process. The call's guard has its name. */
function waitingProject(marker: string): string {
  const project = projectOf({
    [`tools.d/${marker}.mjs`]: `export const wait = async ({ blocks }, { signal }) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (blocks) for (;;);
      await new Promise((resolve, reject) => { setTimeout(resolve, 60_000); signal.addEventListener("abort", () => reject(signal.reason)); });
    };\n`,
    "tools.d/wait.yaml": `name: wait\ndescription: Wait.\nkind: read\nschema: { properties: { blocks: { type: boolean } } }\nhandler: ./${marker}.mjs#wait\n`,
  });
  const { status, stderr } = toolgen(project, ["build"]);
  if (status !== 0) throw new Error(stderr);
  return project;
}

const ended = (child: ChildProcess) => new Promise((resolve) => child.on("close", resolve));

function startCall(project: string, input = "{}"): ChildProcess {
  const child = spawn(join(project, "generated/bin/call"), ["wait"], { stdio: ["pipe", "pipe", "pipe"] });
  child.stdin?.on("error", () => {}).end(input);
  return child;
}

it.concurrent.each(["SIGKILL", "SIGTERM"] as const)("leaves no guard when the call is ended by %s", async (signal) => {
  const marker = newMarker();
  const child = startCall(waitingProject(marker));
  const close = ended(child);
  await startedProcesses(marker, 1);
  child.kill(signal);
  await close;
  expect(await leftProcesses(marker)).toEqual([]);
});

it.concurrent("leaves nothing at whatever moment the call is killed", async () => {
  const marker = newMarker();
  const project = waitingProject(marker);
  for (let round = 0; round < repeat({ usual: 5, soak: 60 }); round++) {
    const child = startCall(project);
    const close = ended(child);
    await delay(20 + Math.random() * 80);
    child.kill("SIGKILL");
    await close;
  }
  expect(await leftProcesses(marker)).toEqual([]);
});

it.concurrent.each(["{}", '{"blocks":true}'])("ends the call when its client is killed (%s)", async (input) => {
  const marker = newMarker();
  const project = waitingProject(marker);
  const source = `require("node:child_process").spawn(process.argv[1], ["wait"], { stdio: ["pipe", "pipe", "pipe"] }).stdin.end(process.argv[2])`;
  const call = join(project, "generated/bin/call");
  const client = spawn(process.execPath, ["-e", source, call, input], { stdio: "ignore" });
  const close = ended(client);
  await startedProcesses(marker, 1);
  client.kill("SIGKILL");
  await close;
  expect(await leftProcesses(marker)).toEqual([]);
  expect(await leftProcesses(call)).toEqual([]);
});

it.concurrent.each(["{}", '{"blocks":true}'])("ends the call when nothing reads its result (%s)", async (input) => {
  if (process.platform !== "linux") return;
  const marker = newMarker();
  const child = startCall(waitingProject(marker), input);
  const close = ended(child);
  await startedProcesses(marker, 1);
  child.stdout?.destroy();
  await close;
  expect(await leftProcesses(marker)).toEqual([]);
});

import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { repeat } from "../kit/repeat.js";
import { type BinFolder, binFolder, startCall } from "./bin-folder.js";
import { leftProcesses, newMarker, startedProcesses } from "./process/marked-processes.js";

const signals = ["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const;
const marker = {
  SIGTERM: newMarker(),
  SIGINT: newMarker(),
  SIGHUP: newMarker(),
  SIGKILL: newMarker(),
  background: newMarker(),
  timeout: newMarker(),
  client: newMarker(),
  socket: newMarker(),
  pipe: newMarker(),
  anyMoment: newMarker(),
};
const forks = "sh -c 'sleep 100; :' \"$0\" & sh -c 'sleep 100; :' \"$0\" >/dev/null 2>&1 &";

let folder: BinFolder;
beforeAll(async () => {
  folder = await binFolder([
    ...signals.map((signal) => ({
      name: signal,
      argv: ["sh", "-c", `trap '' TERM INT HUP; ${forks} while :; do sleep 1; done`, marker[signal]],
    })),
    { name: "background", argv: ["sh", "-c", `${forks} echo out`, marker.background] },
    { name: "timeout", argv: ["sh", "-c", `trap '' TERM; ${forks} while :; do sleep 1; done`, marker.timeout], timeoutMs: 1500 },
    { name: "anyMoment", argv: ["sh", "-c", `${forks} sleep 100; :`, marker.anyMoment] },
    ...(["socket", "pipe"] as const).map((name) => ({ name, argv: ["sh", "-c", `${forks} sleep 1000`, marker[name]] })),
    { name: "client", argv: ["sh", "-c", `${forks} sleep 100`, marker.client] },
  ]);
});

it.concurrent.each(signals)("leaves no process when the call is ended by %s", async (signal) => {
  const { child, answer } = startCall({ program: folder.call, args: [signal] });
  // The program, its guard and two children.
  await startedProcesses(marker[signal], 4);
  child.kill(signal);
  expect(await answer).toMatchObject({ code: null, signal });
  expect(await leftProcesses(marker[signal])).toEqual([]);
});

it.concurrent("leaves no process at whatever moment the call is killed", async () => {
  for (let round = 0; round < repeat({ usual: 3, soak: 25 }); round++) {
    const { child, answer } = startCall({ program: folder.call, args: ["anyMoment"] });
    await delay(20 + Math.random() * 80);
    child.kill("SIGKILL");
    // It may be gone before it has read its input, which is no matter here.
    await answer.catch(() => undefined);
  }
  expect(await leftProcesses(marker.anyMoment)).toEqual([]);
});

it.concurrent("leaves no process when the client is killed", async () => {
  const source = 'require("node:child_process").spawn(process.argv[1], ["client"], { stdio: ["pipe", "pipe", "pipe"] }).stdin.end("{}")';
  const client = spawn(process.execPath, ["-e", source, folder.call], { stdio: "ignore" });
  const ended = new Promise((resolve) => client.on("close", resolve));
  await startedProcesses(marker.client, 4);
  client.kill("SIGKILL");
  await ended;
  expect(await leftProcesses(marker.client)).toEqual([]);
});

it.concurrent("leaves no process when the client closes only the socket that it reads from", async ({ skip }) => {
  skip(process.platform !== "linux", "only Linux shows this");
  const child = spawn(folder.call, ["socket"], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.stdin.write("{}");
  child.stdin.end();
  await startedProcesses(marker.socket, 4);
  child.stdout.destroy();
  await ended;
  expect(await leftProcesses(marker.socket)).toEqual([]);
});

it.concurrent("leaves no process when the client closes only the pipe that it reads from", async ({ skip }) => {
  skip(process.platform !== "linux", "only GNU's tail finds this out");
  // The reader leaves when it is told to, and the shell waits for the call.
  const shell = spawn("/bin/sh", ["-c", 'echo "{}" | "$0" pipe | { read -r line <&3; }', folder.call], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const ended = new Promise((resolve) => shell.on("close", resolve));
  await startedProcesses(marker.pipe, 4);
  const told = shell.stdio[3];
  if (told !== null && told !== undefined && "end" in told) told.end("\n");
  await ended;
  expect(await leftProcesses(marker.pipe)).toEqual([]);
});

it.concurrent("leaves no process at the time limit, and says so to the client", async () => {
  const { code, stderr } = await startCall({ program: folder.call, args: ["timeout"] }).answer;
  expect({ code, stderr }).toEqual({ code: 124, stderr: "sh was ended: it took longer than 1.5 s.\n" });
  expect(await leftProcesses(marker.timeout)).toEqual([]);
});

it.concurrent("leaves no process behind a success, and keeps its output", async () => {
  const { code, stdout, stderr } = await startCall({ program: folder.call, args: ["background"] }).answer;
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "out\n", stderr: "" });
  expect(await leftProcesses(marker.background)).toEqual([]);
});

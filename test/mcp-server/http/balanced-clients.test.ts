import { setMaxListeners } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { builtProject } from "../../cli/toolgen.js";
import { isRunning } from "../../clients/gemini-cli-core/processes.js";
import { eventually } from "../../eventually.js";
import { isInstalled } from "../../is-installed.js";
import { repeat } from "../../repeat.js";
import { removeFolders } from "../../tools.d/repository.js";
import { balancerNames, startBalancer } from "./balancers.js";
import { modernBody, modernCall, modernHeaders } from "./modern-call.js";
import { send } from "./send.js";
import { startServerProcess } from "./server-process.js";

let project: string;
beforeAll(() => {
  const text = "schema: { properties: { text: { type: string } }, required: [text] }";
  project = builtProject({
    "tools.d/say.yaml": `name: say\ndescription: d\nkind: read\n${text}\ncommand: [printf, "%s", "{{text}}"]\n`,
    "tools.d/stay.yaml": "name: stay\ndescription: d\nkind: read\ntimeout: 10m\nshell: echo $$ >> started; sleep 600\n",
  });
});
afterAll(removeFolders);
beforeEach(() => rmSync(join(project, "started"), { force: true }));

it.for(balancerNames)(
  "answers each client with its own results, and ends what others started that have left (%s)",
  async (balancer, { skip }) => {
    skip(!isInstalled(balancer), `${balancer} isn't installed`);
    const servers = [await startServerProcess(project), await startServerProcess(project)] as const;
    const url = await startBalancer(balancer, servers);
    const pids = () =>
      existsSync(join(project, "started")) ? readFileSync(join(project, "started"), "utf8").trim().split("\n").map(Number) : [];
    const leaving = new AbortController();
    setMaxListeners(0, leaving.signal);
    const left = Array.from({ length: 20 }, () =>
      send(url, { headers: modernHeaders("stay"), body: modernBody("stay", {}), signal: leaving.signal }).catch(() => undefined),
    );
    expect(await eventually(() => pids().length === left.length)).toBe(true);
    const clients = Array.from({ length: repeat({ usual: 60, soak: 500 }) }, async (_, client) => {
      for (const call of [1, 2, 3]) {
        const mark = `mark-${client}-${call}.`;
        const { text } = await modernCall(url, { name: "say", args: { text: mark } });
        if (text !== mark) throw new Error(`${mark} was answered with ${text}`);
      }
    });
    leaving.abort();
    await Promise.all([...clients, ...left]);
    expect(await eventually(() => !pids().some((pid) => isRunning(pid)))).toBe(true);
  },
);

import { beforeAll, expect, it, vi } from "vitest";
import { patience } from "../../kit/eventually.js";
import { missing } from "../../kit/needs.js";
import { builtProject } from "../../kit/project.js";
import { startBalancer } from "./balancers.js";
import { modernCall } from "./send.js";
import { type ServerProcess, startServerProcess } from "./server-process.js";

let project: string;
beforeAll(() => {
  project = builtProject({
    "tools.d/say.yaml":
      'name: say\ndescription: d\nkind: read\nschema: { properties: { text: { type: string } }, required: [text] }\ncommand: [printf, "%s", "{{text}}"]\n',
  });
});

interface Load {
  readonly clients: number;
  readonly callsOfEach: number;
  /** Called once half of the calls are answered. */
  readonly halfway?: () => void;
}

/** Lets clients call at the same time, each one call after the other. Returns how many calls had which outcome. */
async function outcomesOf(url: string, { clients, callsOfEach, halfway }: Load): Promise<Readonly<Record<string, number>>> {
  const outcomes: Record<string, number> = {};
  let answered = 0;
  const work = async (client: number) => {
    for (let i = 0; i < callsOfEach; i++) {
      const text = `${client}-${i}`;
      const { status, text: said } = await modernCall(url, { name: "say", args: { text } }).catch(lost);
      // A balancer that doesn't know whether a call ran answers 502, or closes the connection.
      const outcome = status === 502 ? "lost" : status !== 200 ? String(status) : said === text ? "answered" : "another answer";
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      answered += 1;
      if (answered * 2 === clients * callsOfEach) halfway?.();
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  return outcomes;
}

const lost = (error: NodeJS.ErrnoException) => ({ status: error.code === "ECONNRESET" ? 502 : String(error), text: "" });

async function startReplicas(): Promise<{ readonly url: string; readonly servers: readonly [ServerProcess, ServerProcess] }> {
  const servers = [await startServerProcess(project), await startServerProcess(project)] as const;
  const url = await startBalancer("haproxy", servers);
  await vi.waitFor(async () => expect(await modernCall(url, { name: "say", args: { text: "" } })).toMatchObject({ status: 200 }), patience);
  return { url, servers };
}

it.skipIf(missing("haproxy"))("loses no call of 1,000 clients behind the documented balancer", async () => {
  const { url } = await startReplicas();
  const load = { clients: 1000, callsOfEach: 3 };
  expect(await outcomesOf(url, load)).toEqual({ answered: load.clients * load.callsOfEach });
});

it.skipIf(missing("haproxy"))("loses only calls that a killed replica had, and says of each that it may have run", async () => {
  const { url, servers } = await startReplicas();
  const load = { clients: 300, callsOfEach: 2 };
  const kill = () => void servers[0].kill();
  const { answered = 0, lost: cut = 0, ...others } = await outcomesOf(url, { ...load, halfway: kill });
  expect(others).toEqual({});
  expect(answered + cut).toBe(load.clients * load.callsOfEach);
  // A client has one call at a time, and the balancer takes turns.
  expect(cut).toBeGreaterThan(0);
  expect(cut).toBeLessThanOrEqual(load.clients * 0.6);
});

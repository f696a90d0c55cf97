import { beforeAll, expect, it } from "vitest";
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
      const answer = await modernCall(url, { name: "say", args: { text } }).catch(() => ({ status: "cut", text: "" }));
      const outcome = answer.status !== 200 ? String(answer.status) : answer.text === text ? "answered" : "another answer";
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      answered += 1;
      if (answered * 2 === clients * callsOfEach) halfway?.();
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  return outcomes;
}

async function startReplicas(): Promise<{ readonly url: string; readonly servers: readonly [ServerProcess, ServerProcess] }> {
  const servers = [await startServerProcess(project), await startServerProcess(project)] as const;
  return { url: await startBalancer("haproxy", servers), servers };
}

it.skipIf(missing("haproxy"))("loses no call of 1,000 clients behind the documented balancer", async () => {
  const { url } = await startReplicas();
  const load = { clients: Number(process.env.N ?? 1000), callsOfEach: Number(process.env.M ?? 4) };
  expect(await outcomesOf(url, load)).toEqual({ answered: load.clients * load.callsOfEach });
});

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, it, vi } from "vitest";
import { patience } from "../../kit/eventually.js";
import { missing } from "../../kit/needs.js";
import { builtProject } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { connected, itWithRedis, key, startRedis } from "../redis/redis-server.js";
import { servedOverHttp } from "./connect-http.js";
import { agreed, modernCall } from "./send.js";
import { startServerProcess } from "./server-process.js";

let project: string;
beforeAll(() => {
  project = builtProject({
    "toolgen.yaml": "version: 1\nfeatures: [redis]\n",
    "tools.d/wipe.yaml": "name: wipe\ndescription: d\nkind: delete\ncommand: [echo, wiped]\n",
  });
});

/** A replica that shares a Redis, and what it logs. */
async function replica(redis: string) {
  const said: string[] = [];
  const { url } = await servedOverHttp(project, { key, shared: connected(redis, { log: (line) => said.push(line) }) });
  return { ...confirming(url), said: () => said.join("\n") };
}

/** The same in a process of its own, which reads which authorities it knows when it starts. */
async function startReplica(redis: string, env: Readonly<Record<string, string>>) {
  const server = await startServerProcess(project, {
    env: { TOOLGEN_STATE_KEY: String(key), TOOLGEN_REDIS: redis, ...env },
  });
  let said = "";
  server.child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  return { ...confirming(server.url), said: () => said };
}

/** Asks a question of a server, and sends the answer. */
function confirming(url: string) {
  const confirm = async () => {
    const { requestState } = await modernCall(url, { name: "wipe" });
    return modernCall(url, { name: "wipe", more: agreed(requestState) });
  };
  return { confirm };
}

type Replica = Awaited<ReturnType<typeof replica>>;

const takes = ({ confirm }: Replica) => vi.waitFor(async () => expect(await confirm()).toMatchObject({ text: "wiped" }), patience);

/** It says why once, whatever is asked, and takes no answer. */
async function refuses({ confirm, said }: Replica, why: string) {
  await vi.waitFor(() => expect(said()).toContain(why), patience);
  for (let i = 0; i < 3; i++)
    expect((await confirm()).error).toMatchObject({ code: -32000, message: expect.stringContaining("was not run") });
  expect(said().match(/Redis \(TOOLGEN_REDIS\)/g)).toHaveLength(1);
}

itWithRedis("logs in to a Redis by the password of its address, and says nothing of it where that is wrong or missing", async () => {
  const { url } = await startRedis(["--requirepass", "right"]);
  const withPassword = (password: string) => url.replace("//", `//:${password}@`);
  await takes(await replica(withPassword("right")));
  const wrong = await replica(withPassword("mistaken"));
  await refuses(wrong, "WRONGPASS");
  expect(wrong.said()).not.toContain("mistaken");
  await refuses(await replica(url), "NOAUTH");
});

it.skipIf(missing("redis-server") || missing("openssl"))(
  "speaks TLS with a Redis whose authority it knows, and with no other",
  async () => {
    const folder = temporaryFolder();
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const made = [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-days",
      "1",
      "-keyout",
      key,
      "-out",
      cert,
    ];
    execFileSync("openssl", [...made, "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"], { stdio: "ignore" });
    const { url } = await startRedis([], { key, cert });
    await takes(await startReplica(url, { NODE_EXTRA_CA_CERTS: cert }));
    await refuses(await replica(url), "self-signed certificate");
  },
);

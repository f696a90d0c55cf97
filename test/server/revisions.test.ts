import { Client as Client2, StreamableHTTPClientTransport as Http2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { patience } from "../kit/eventually.js";
import { builtProject } from "../kit/project.js";
import { HereTransport } from "./connect.js";
import { servedOverHttp } from "./http/connect-http.js";

let project: string;
beforeAll(() => {
  project = builtProject({
    "tools.d/all.yaml":
      "name: echo\ndescription: d\nkind: read\ncommand: [printf, hello]\n---\nresource: motto\nuri: n://motto\ndescription: d\ntext: Count first.\n",
  });
});

interface Noting {
  setProtocolVersion?: (version: string) => void;
}

const self = { name: "toolgen-test", version: "1.0.0" };
const revisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
const cases = revisions.flatMap((revision) =>
  (["SDK 1", "SDK 2"] as const).flatMap((sdk) =>
    (["standard output", "HTTP"] as const).map((over) => ({ revision, sdk, over, isOverHttp: over === "HTTP" })),
  ),
);

it.each(cases)("serves a client of $sdk that asks for $revision, over $over", async ({ revision, sdk, isOverHttp }) => {
  const url = isOverHttp ? new URL((await servedOverHttp(project)).url) : undefined;
  const isFirst = sdk === "SDK 1";
  const client = isFirst ? new Client1(self) : new Client2(self, { versionNegotiation: { mode: "legacy" } });
  const transport = url === undefined ? new HereTransport({ cwd: project }) : isFirst ? new Http1(url) : new Http2(url);
  let negotiated: unknown;
  // An SDK asks for its newest revision: the first message is changed on its way, and what is agreed is noted.
  const send = transport.send.bind(transport) as (message: object, options?: object) => Promise<void>;
  transport.send = (message: object, options?: object) => {
    const { method, params } = message as { readonly method?: string; readonly params?: object };
    return send(method === "initialize" ? { ...message, params: { ...params, protocolVersion: revision } } : message, options);
  };
  // Transports have this method as far as they need it.
  const noting = transport as object as Noting;
  const set = noting.setProtocolVersion?.bind(transport);
  noting.setProtocolVersion = (version) => {
    negotiated = version;
    set?.(version);
  };
  await client.connect(transport as never, patience);
  onTestFinished(() => client.close());
  expect(negotiated).toBe(revision);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["echo"]);
  expect(await client.callTool({ name: "echo", arguments: {} })).toMatchObject({ content: [{ type: "text", text: "hello" }] });
  expect((await client.readResource({ uri: "n://motto" })).contents).toMatchObject([{ text: "Count first." }]);
});

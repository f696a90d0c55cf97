import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { beforeEach, expect, it, vi } from "vitest";
import { patience } from "../kit/eventually.js";
import { projectOf } from "../kit/project.js";
import { toolgen } from "../kit/toolgen.js";
import { connectSdk, type ServerPlace } from "./connect.js";
import { servedOverHttp } from "./http/connect-http.js";

const specs = `resource: readme
uri: notes://readme
description: A file.
file: README.md
---
resource: doc
uriTemplate: notes://docs/{+path}
description: Files of a folder.
schema: { properties: { path: { type: string } }, required: [path] }
file: docs/{{path}}
---
resource: motto
uri: notes://motto
description: A text.
text: Count first.
`;
const build = { "toolgen.yaml": "version: 1\nserver: notes\n", "tools.d/all.yaml": specs, "README.md": "1\n", "docs/a.md": "1\n" };

let cwd: string;
beforeEach(() => {
  cwd = projectOf(build);
  expect(toolgen(cwd, ["build"])).toMatchObject({ status: 0, stderr: "" });
});

interface Subscriber {
  readonly updated: string[];
  readonly capabilities: object | undefined;
  subscribe(uri: string): Promise<() => Promise<unknown>>;
}

/** Clients of every revision, which note the resources of which they are told. */
const clients = {
  "SDK 1": async (place: ServerPlace): Promise<Subscriber> => {
    const client = await connectSdk("SDK 1", place);
    const updated: string[] = [];
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updated.push(params.uri));
    return { updated, capabilities: client.getServerCapabilities()?.resources, subscribe: subscribing(client) };
  },
  "SDK 2 as in 2025": async (place: ServerPlace): Promise<Subscriber> => {
    const { client, ...noted } = await connect2("SDK 2 as in 2025", place);
    return { ...noted, subscribe: subscribing(client) };
  },
  "SDK 2 as of 2026-07-28": async (place: ServerPlace): Promise<Subscriber> => {
    const { client, ...noted } = await connect2("SDK 2 as of 2026-07-28", place);
    const subscribe = async (uri: string) => {
      const subscription = await client.listen({ resourceSubscriptions: [uri] }, patience);
      return () => subscription.close();
    };
    return { ...noted, subscribe };
  },
} as const;

async function connect2(name: "SDK 2 as in 2025" | "SDK 2 as of 2026-07-28", place: ServerPlace) {
  const client = await connectSdk(name, place);
  const updated: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void updated.push(params.uri));
  return { client, updated, capabilities: client.getServerCapabilities()?.resources };
}

interface SubscribingClient {
  subscribeResource(params: { readonly uri: string }, options: typeof patience): Promise<unknown>;
  unsubscribeResource(params: { readonly uri: string }, options: typeof patience): Promise<unknown>;
}

const subscribing = (client: SubscribingClient) => async (uri: string) => {
  await client.subscribeResource({ uri }, patience);
  return () => client.unsubscribeResource({ uri }, patience);
};

const names = Object.keys(clients) as readonly (keyof typeof clients)[];
const places = ["standard input and output", "HTTP"] as const;
const cases = names.flatMap((name) => places.map((over) => ({ name, over })));

const connect = async ({ name, over }: (typeof cases)[number]) => {
  const place = over === "HTTP" ? { url: (await servedOverHttp(cwd, { hasSessions: true })).url } : { cwd };
  return clients[name](place);
};

it.each(cases)("tells $name over $over about changed files that it follows, and no others", async (one) => {
  const { updated, capabilities, subscribe } = await connect(one);
  expect(capabilities).toMatchObject({ subscribe: true });
  const stop = await subscribe("notes://readme");
  await subscribe("notes://docs/a.md");
  writeFileSync(join(cwd, "docs/other.md"), "other\n");
  writeFileSync(join(cwd, "README.md"), "longer\n");
  await vi.waitFor(() => expect(updated).toEqual(["notes://readme"]), patience);
  // As editors save it.
  writeFileSync(join(cwd, "docs/new"), "a new file\n");
  renameSync(join(cwd, "docs/new"), join(cwd, "docs/a.md"));
  await vi.waitFor(() => expect(updated).toEqual(["notes://readme", "notes://docs/a.md"]), patience);
  await stop();
  writeFileSync(join(cwd, "README.md"), "much longer\n");
  rmSync(join(cwd, "docs/a.md"));
  await vi.waitFor(() => expect(updated).toHaveLength(3), patience);
  expect(updated[2]).toBe("notes://docs/a.md");
});

it.each(names)("tells %s about files that appear, and of those behind links", async (name) => {
  mkdirSync(join(cwd, "docs/deep"));
  symlinkSync("deep/real.md", join(cwd, "docs/link.md"));
  const { updated, subscribe } = await connect({ name, over: "standard input and output" });
  await subscribe("notes://docs/link.md");
  writeFileSync(join(cwd, "docs/deep/real.md"), readFileSync(join(cwd, "README.md")));
  await vi.waitFor(() => expect(updated).toEqual(["notes://docs/link.md"]), patience);
});

it.each(["SDK 1", "SDK 2 as in 2025"] as const)("refuses what %s can't follow, with the reason", async (name) => {
  symlinkSync("/etc", join(cwd, "docs/etc"));
  const { subscribe } = await connect({ name, over: "standard input and output" });
  await expect(subscribe("notes://motto")).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("not a file") });
  await expect(subscribe("notes://docs/etc/hostname")).rejects.toMatchObject({ code: -32602 });
  await expect(subscribe("notes://none")).rejects.toMatchObject({ code: name === "SDK 1" ? -32002 : -32602 });
});

it("doesn't offer it without sessions in 2025, nor without files", async () => {
  const { url } = await servedOverHttp(cwd);
  expect((await clients["SDK 1"]({ url })).capabilities).not.toHaveProperty("subscribe");
  writeFileSync(join(cwd, "tools.d/all.yaml"), specs.slice(specs.indexOf("resource: motto")));
  expect(toolgen(cwd, ["build"])).toMatchObject({ status: 0, stderr: "" });
  expect((await clients["SDK 1"]({ cwd })).capabilities).not.toHaveProperty("subscribe");
});

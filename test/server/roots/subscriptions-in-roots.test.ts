import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client as Client2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { ListRootsRequestSchema, ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { ClientRoots } from "../../../src/server/call/client-roots.js";
import { ResourceSubscriptions } from "../../../src/server/documents/resource-subscriptions.js";
import { StdioListening } from "../../../src/server/documents/stdio-listening.js";
import { ListChanges } from "../../../src/server/lists/list-changes.js";
import type { ServedToolSource } from "../../../src/server/tool-source.js";
import { patience } from "../../kit/eventually.js";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { HereTransport } from "../connect.js";

const eras = ["SDK 1", "SDK 2 as in 2025"] as const;
const self = { name: "toolgen-test", version: "1.0.0" };
const note = "note://all";
const other = "note://other";

let project: string;
beforeAll(() => {
  project = projectOf({
    "tools.d/all.yaml": `resource: note\ndescription: d\nuri: ${note}\nfile: note.txt\n---\nresource: other\ndescription: d\nuri: ${other}\nfile: other.txt\n`,
    "note.txt": "own",
  });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
});

let allowed: string;
beforeEach(() => {
  allowed = temporaryFolder();
  for (const name of ["one", "two"]) {
    mkdirSync(join(allowed, name));
    writeFileSync(join(allowed, name, "note.txt"), name);
    writeFileSync(join(allowed, name, "other.txt"), name);
  }
});

const uri = (name: string) => pathToFileURL(join(allowed, name)).href;
let text = "";
/** Each text is longer than the one before, so that each write changes the file. */
const write = (...path: readonly string[]) => {
  text += "x";
  writeFileSync(join(allowed, ...path), text);
};

/** A client that notifies of its roots, and notes the resources of which it is told. */
async function open(era: (typeof eras)[number], first: readonly string[]) {
  let roots = first;
  const updated: string[] = [];
  const list = async () => ({ roots: roots.map((one) => ({ uri: one })) });
  const capabilities = { roots: { listChanged: true } };
  const client =
    era === "SDK 1" ? new Client1(self, { capabilities }) : new Client2(self, { capabilities, versionNegotiation: { mode: "legacy" } });
  if (client instanceof Client1) {
    client.setRequestHandler(ListRootsRequestSchema, list);
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updated.push(params.uri));
  } else {
    client.setRequestHandler("roots/list", list);
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void updated.push(params.uri));
  }
  await client.connect(new HereTransport({ cwd: project, args: ["--roots", allowed] }) as never, patience);
  onTestFinished(() => client.close());
  return {
    updated,
    subscribe: (one: string) => client.subscribeResource({ uri: one }, patience),
    unsubscribe: (one: string) => client.unsubscribeResource({ uri: one }, patience),
    change: async (...next: readonly string[]) => {
      roots = next;
      await client.sendRootsListChanged();
    },
  };
}

const told = (updated: readonly string[], ...expected: readonly string[]) =>
  vi.waitFor(() => expect(updated).toEqual(expected), { ...patience, interval: 20 });

it.each(eras)("follows a resource in the root of %s from the first request on, and in the next root", async (era) => {
  const { updated, subscribe, change } = await open(era, [uri("one")]);
  await subscribe(note);
  write("one", "note.txt");
  await told(updated, note);
  // No request comes in between. The same URI is another file now.
  await change(uri("two"));
  await told(updated, note, note);
  write("one", "note.txt");
  write("two", "note.txt");
  await told(updated, note, note, note);
  await subscribe(other);
  write("two", "other.txt");
  await told(updated, note, note, note, other);
});

it.each(eras)("follows nothing for %s without a root to work in, and begins again with one", async (era) => {
  const { updated, subscribe, change } = await open(era, [pathToFileURL(project).href]);
  await expect(subscribe(note)).rejects.toThrow("is outside of");
  await change(uri("one"));
  await subscribe(note);
  await change(pathToFileURL(project).href);
  await expect(subscribe(other)).rejects.toThrow("is outside of");
  write("one", "note.txt");
  await change(uri("two"));
  await told(updated, note);
  write("two", "note.txt");
  await told(updated, note, note);
});

it.each(eras)("follows the root that %s has when it answers, and ends what is ended meanwhile", async (era) => {
  const { updated, subscribe, unsubscribe, change } = await open(era, [uri("one")]);
  await Promise.all([subscribe(note), change(uri("two")), subscribe(other), unsubscribe(other)]);
  write("two", "other.txt");
  await vi.waitFor(() => {
    write("two", "note.txt");
    expect(updated.length).toBeGreaterThan(1);
  }, patience);
  expect(updated).not.toContain(other);
});

it("follows files of its own folder for clients of 2026-07-28 only if that is allowed", () => {
  const source = { server: { name: "box" } } as ServedToolSource;
  const options = { workspace: project, env: {}, log: () => {} };
  const followed = (within: string) => {
    const subscriptions = new ResourceSubscriptions(source, options);
    const follow = vi.spyOn(subscriptions, "followSome");
    const roots = new ClientRoots({ allowed: within, own: project });
    const _meta = { "io.modelcontextprotocol/subscriptionId": 1 };
    new StdioListening(subscriptions, new ListChanges(source, options), roots).begin({
      _meta,
      notifications: { resourceSubscriptions: [note] },
    });
    return follow.mock.calls.length;
  };
  expect(followed(project)).toBe(1);
  expect(followed(allowed)).toBe(0);
});

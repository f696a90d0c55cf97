import { afterAll, expect, it } from "vitest";
import { makeWorlds, runExample } from "../../src/compiler/run-examples.js";
import type { NotStarted } from "../../src/contract/call-result.js";
import { compiledTool } from "../kit/compiled.js";

const worlds = makeWorlds();
afterAll(() => worlds.remove());

const spec = "name: t\ndescription: d\nkind: read\ncommand: [sh]\nexamples: [{ params: {}, expect: { contains: exist } }]\n";

/** The result of an example whose program doesn't start, for this reason. */
async function unstarted(kind: NotStarted["kind"]) {
  const { tool: model } = await compiledTool(spec);
  const [example] = model?.examples ?? [];
  if (model === undefined || example === undefined) throw new Error("the spec is wrong");
  const compiled = () => ({ definition: model.definition, validate: () => true });
  const { platform, env } = process;
  const { signal } = new AbortController();
  const run = async () => ({ kind, message: "It does not exist." }) as const;
  const exampleEnvironment = { projectDir: "/", env, platform, worlds, signal, lacks: async () => undefined, run };
  return runExample({ model, example, compiled }, exampleEnvironment);
}

it.each(["notFound", "notExecutable", "tooLong", "unstartable"] as const)(
  "fails an example whose program never starts (%s), though the message holds what it expects",
  async (kind) => {
    const { status, problems } = await unstarted(kind);
    expect([status, problems]).toMatchObject(["failed", [{ message: "the program was never started", got: "It does not exist." }]]);
  },
);

it("skips an example where this machine lacks the sandbox that its tool runs in", async () => {
  expect(await unstarted("unavailable")).toMatchObject({ status: "skipped", notices: ["It does not exist."], problems: [] });
});

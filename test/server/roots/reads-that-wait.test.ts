import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { generatedDocuments } from "../../../src/server/documents/generated-documents.js";
import { readResource } from "../../../src/server/documents/read-resource.js";
import { maxConcurrentCalls } from "../../../src/server/state/concurrency-limit.js";
import { createServerState } from "../../../src/server/state/server-state.js";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

it("reads the file of the root that was checked, if the root changes while the read waits", async () => {
  const project = projectOf({ "tools.d/note.yaml": "resource: note\ndescription: d\nuri: note://all\nfile: note.txt\n" });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
  const [one, two] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(one, "note.txt"), "one");
  writeFileSync(join(two, "note.txt"), "two");
  let workspace = one;
  const options = {
    get workspace() {
      return workspace;
    },
    env: process.env,
    log: () => {},
  };
  const load = createRequire(import.meta.url);
  const { resources = expect.unreachable("the project has a resource") } = generatedDocuments({
    folder: join(project, "generated/mcp"),
    load,
    hasPrompts: false,
    hasResources: true,
    hasFiles: true,
    hasSkills: false,
    promptScopes: () => ({}),
    resourceScopes: () => ({}),
  });
  const state = createServerState();
  const { signal } = new AbortController();
  const slots = Array.from({ length: maxConcurrentCalls }, () => state.limit.slot());
  for (const slot of slots) await slot.acquire(signal);

  const read = readResource(resources, { uri: "note://all", signal, principal: "" }, { options, state });
  workspace = two;
  for (const slot of slots) slot.release();
  expect(await read).toMatchObject({ contents: [{ text: "one" }] });
});

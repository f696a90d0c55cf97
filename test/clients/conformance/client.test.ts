import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { type ClientSuiteName, clientSuites, expectedClientFailures, failures, runClientSuite } from "./suites.js";

const client = fileURLToPath(new URL("registry-client.mjs", import.meta.url));

it.each(Object.keys(clientSuites) as readonly ClientSuiteName[])(
  "passes the official suite as a client, except what the file of expected failures has (%s)",
  async (name) => {
    const run = await runClientSuite(name, `${process.execPath} ${client} ${temporaryFolder()}`);
    const expected = expectedClientFailures(name, run);
    expect(failures(run, expected), JSON.stringify([...run], null, 1)).toEqual(expected);
  },
);

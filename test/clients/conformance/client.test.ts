import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { freshFolder, removeFolders } from "../../tools.d/repository.js";
import { type ClientSuiteName, clientSuites, expectedClientFailures, runClientSuite } from "./client-suites.js";
import { failures } from "./suites.js";

afterAll(removeFolders);

const client = fileURLToPath(new URL("registry-client.mjs", import.meta.url));

it.each(Object.keys(clientSuites) as readonly ClientSuiteName[])(
  "passes the official suite as a client, except what the file of expected failures has (%s)",
  async (name) => {
    const run = await runClientSuite(name, `${process.execPath} ${client} ${freshFolder()}`);
    const expected = expectedClientFailures(name, run);
    expect(failures(run, expected), JSON.stringify([...run], null, 1)).toEqual(expected);
  },
);

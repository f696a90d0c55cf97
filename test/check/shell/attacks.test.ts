import { afterAll, expect, it } from "vitest";
import { scriptsOf } from "./attacks.js";
import { build, canaryFolder, runningValue } from "./canary.js";

const folder = canaryFolder();
afterAll(folder.remove);

it.each(scriptsOf("attacks.yaml"))("refuses a value that would be code: $group, $shell: $script", async ({ shell, script }) => {
  const { errors } = await build(shell, script);
  // What it would do, where it is accepted.
  if (errors.length === 0) expect(await runningValue(folder, { shell, script })).toBe("refused");
  expect(errors.length).toBeGreaterThan(0);
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { buildAll, canaryFolder, runningValue, scriptsOf } from "./canary.js";

const folder = canaryFolder();
afterAll(folder.remove);

const scripts = scriptsOf("attacks.yaml").map((one, i) => ({ ...one, i }));
let built: Awaited<ReturnType<typeof buildAll>>;
beforeAll(async () => {
  built = await buildAll(scripts);
});

it.each(scripts)("refuses a value that would be code: $group, $shell: $script", async ({ shell, script, i }) => {
  const errors = built[i]?.errors.length ?? 0;
  // What it would do, where it is accepted.
  if (errors === 0) expect(await runningValue(folder, { shell, script })).toBe("refused");
  expect(errors).toBeGreaterThan(0);
});

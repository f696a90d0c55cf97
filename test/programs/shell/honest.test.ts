import { beforeAll, expect, it } from "vitest";
import { buildAll, scriptsOf } from "./canary.js";

const scripts = scriptsOf("honest.yaml").map((one, i) => ({ ...one, i }));
let built: Awaited<ReturnType<typeof buildAll>>;
beforeAll(async () => {
  built = await buildAll(scripts, { allowLeadingDash: ["x"] });
});

it.each(scripts)("builds an honest script: $group, $shell: $script", ({ i }) => {
  expect(built[i]?.errors.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  expect(built[i]?.tool).toBeDefined();
});

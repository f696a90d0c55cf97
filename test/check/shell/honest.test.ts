import { expect, it } from "vitest";
import { scriptsOf } from "./attacks.js";
import { build } from "./canary.js";

it.each(scriptsOf("honest.yaml"))("builds an honest script: $group, $shell: $script", async ({ shell, script }) => {
  const { errors, tool } = await build(shell, script, { allowLeadingDash: ["x"] });
  expect(errors.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  expect(tool).toBeDefined();
});

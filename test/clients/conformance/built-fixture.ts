import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

/** A fresh copy of the catalogue, built. */
export function builtFixture(): string {
  const project = temporaryFolder();
  cpSync(fileURLToPath(new URL("fixture", import.meta.url)), project, { recursive: true });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
  return project;
}

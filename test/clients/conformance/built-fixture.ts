import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { toolgen } from "../../cli/toolgen.js";
import { freshFolder } from "../../tools.d/repository.js";

/** A fresh copy of the catalogue, built. */
export function builtFixture(): string {
  const project = freshFolder();
  cpSync(fileURLToPath(new URL("fixture", import.meta.url)), project, { recursive: true });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
  return project;
}

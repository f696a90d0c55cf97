import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
let folder: string;

/** The built runtime, where every package is installed but the AI SDK. */
beforeAll(() => {
  folder = temporaryFolder();
  for (const part of ["runtime", "modules", "packages"]) cpSync(join(root, "dist", part), join(folder, part), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  mkdirSync(join(folder, "node_modules"));
  const packages = readdirSync(join(root, "node_modules")).filter((name) => name !== "ai" && !name.startsWith("."));
  for (const name of packages) symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
});

/** The output of a program that begins a loop there. */
function begun(): string {
  const program = `
    import { runAgenticLoop, ToolRegistry } from "./runtime/index.js";
    console.log("imported");
    await runAgenticLoop({ model: "some/model", registry: new ToolRegistry(), prompt: "Go." }).catch((error) => console.log(error.message));
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { cwd: folder, encoding: "utf8" });
  return stdout + stderr;
}

const install = "npm install ai@7 @ai-sdk/anthropic@4 (or another provider's package); on Node 20, ai@6 @ai-sdk/anthropic@3.";
const missing = `${install} In a bundle, give it as \`sdk\`: import * as sdk from "ai".\n`;

it("says what to install where the AI SDK is missing, and not before a loop begins", () => {
  expect(begun()).toBe(`imported\nThe agentic loop speaks to models through the AI SDK, which is not installed here: ${missing}`);
});

it("says so of a version that it can't speak to", () => {
  mkdirSync(join(folder, "node_modules/ai"));
  writeFileSync(join(folder, "node_modules/ai/package.json"), '{ "name": "ai", "version": "2.0.0", "exports": "./index.js" }');
  writeFileSync(join(folder, "node_modules/ai/index.js"), "exports.useChat = () => {};\n");
  expect(begun()).toBe(`imported\nThe AI SDK that is installed here is not the version that the agentic loop speaks to: ${install}\n`);
});

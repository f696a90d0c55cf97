import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DockerfileParser } from "dockerfile-ast";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));

it("packs and installs a program by its own commands, in other folders", () => {
  const folder = temporaryFolder();
  const run = (command: string, cwd: string) => {
    const moved = command
      .replaceAll("/tmp", folder)
      .replace("npm pack", "npm pack --ignore-scripts")
      .replace("--global", `--global --prefix ${folder}/global --prefer-offline`);
    const { status, stderr } = spawnSync("sh", ["-ec", moved], { cwd, encoding: "utf8" });
    expect(status, stderr).toBe(0);
  };
  const recipe = DockerfileParser.parse(readFileSync(join(root, "Dockerfile"), "utf8"));
  const runs = recipe.getInstructions().filter((one) => one.getKeyword() === "RUN");
  const commands = runs.map((one) => one.getArgumentsContent() ?? "");
  run(commands.find((one) => one.startsWith("npm pack")) ?? "", root);
  run(commands.find((one) => one.includes("--global")) ?? "", folder);
  const program = join(folder, "global/bin/toolgen");
  expect(existsSync(program)).toBe(true);
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  expect(stdout.trim()).toBe(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version);
});

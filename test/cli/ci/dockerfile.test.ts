import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DockerfileParser, type JSONInstruction } from "dockerfile-ast";
import { expect, it } from "vitest";
import { projectOf, sayTool } from "../../kit/project.js";
import { toolgenProcess } from "../../kit/toolgen-process.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const recipe = DockerfileParser.parse(readFileSync(join(root, "Dockerfile"), "utf8"));
const instructions = recipe.getInstructions();
const named = (keyword: string) => instructions.filter((one) => one.getKeyword() === keyword);
const words = (keyword: string) => (named(keyword).at(-1) as JSONInstruction).getJSONStrings().map((text) => text.getJSONValue());

it("is a recipe that a parser of Dockerfiles reads, in two stages, for a user without rights", () => {
  expect(instructions.map((one) => one.getKeyword())).toEqual([
    ...["FROM", "WORKDIR", "COPY", "RUN", "RUN"],
    ...["FROM", "RUN", "COPY", "RUN", "RUN", "WORKDIR", "USER", "ENTRYPOINT", "CMD"],
  ]);
  expect(recipe.getFROMs().map((one) => [one.getImage(), one.getBuildStage()])).toEqual([
    ["node:24-slim", "build"],
    ["node:24-slim", null],
  ]);
  expect(named("USER").map((one) => one.getArgumentsContent())).toEqual(["node"]);
});

it("has commands that the shell of the image can read", () => {
  for (const run of named("RUN")) {
    const { status, stderr } = spawnSync("sh", ["-n"], { input: run.getArgumentsContent() ?? "", encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  }
});

it("sends no packages, no history and no build of this machine to the builder", () => {
  expect(readFileSync(join(root, ".dockerignore"), "utf8").split("\n")).toEqual(
    expect.arrayContaining([".git", "dist", "**/node_modules", ".toolgen"]),
  );
});

it("starts a command that toolgen has, with which a project's build is checked", () => {
  expect(words("ENTRYPOINT")).toEqual(["toolgen"]);
  const folder = projectOf({ "tools.d/say.yaml": sayTool });
  expect(toolgenProcess(folder, ["build"]).status).toBe(0);
  expect(toolgenProcess(folder, words("CMD")).status).toBe(0);
});

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DockerfileParser, type JSONInstruction } from "dockerfile-ast";
import { expect, it, onTestFinished } from "vitest";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { asClient, callOf, send } from "../../server/http/send.js";

const specs = {
  "toolgen.yaml": "version: 1\nserver: shop\n",
  "tools.d/count.yaml":
    "name: count\ndescription: d\nkind: read\nschema: { properties: { text: { type: string } }, required: [text] }\ncommand: [printf, 'counted %s', '{{text}}']\n",
};

const wordsOf = (instruction: JSONInstruction) => instruction.getJSONStrings().map((text) => text.getJSONValue());

/** The recipe as a builder reads it. */
function readRecipe(folder: string) {
  const recipe = DockerfileParser.parse(readFileSync(join(folder, "Dockerfile"), "utf8"));
  const instructions = recipe.getInstructions();
  const named = (keyword: string) => instructions.filter((one) => one.getKeyword() === keyword);
  return {
    keywords: instructions.map((one) => one.getKeyword()),
    named,
    from: recipe.getFROMs(),
    cmd: recipe.getCMDs(),
    copies: recipe.getCOPYs(),
  };
}

it("writes a recipe that a parser of Dockerfiles reads, on a version of Node, for a user without rights", () => {
  const folder = projectOf(specs);
  const { status, stdout, stderr } = toolgen(folder, ["new", "image"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("  + Dockerfile\n  + .dockerignore\n");
  const commands = stdout.split("\n").filter((line) => line.startsWith("  docker "));
  expect(commands).toEqual(["  docker build -t shop .", expect.stringMatching(/^ {2}docker run --init -p 8848:8848 .* shop$/)]);
  // The recipe says the same.
  for (const command of commands)
    expect(readFileSync(join(folder, "Dockerfile"), "utf8")).toContain(`#${" ".repeat(3)}${command.trim()}\n`);
  const { keywords, from, named } = readRecipe(folder);
  expect(keywords).toEqual(["FROM", "WORKDIR", "COPY", "USER", "EXPOSE", "HEALTHCHECK", "CMD"]);
  expect(from.map((one) => one.getImage())).toEqual([expect.stringMatching(/^node:\d+-slim$/)]);
  expect(named("USER").map((one) => one.getArgumentsContent())).toEqual(["node"]);
  expect(named("HEALTHCHECK")[0]?.getRawArgumentsContent()).toContain("/healthz");
});

it("runs from only the files that the recipe copies, by the recipe's command", async () => {
  const folder = projectOf(specs);
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0 });
  expect(toolgen(folder, ["new", "image"])).toMatchObject({ status: 0 });
  const { copies, cmd } = readRecipe(folder);
  const image = temporaryFolder();
  const sent = readFileSync(join(folder, ".dockerignore"), "utf8").split("\n");
  for (const copy of copies) {
    const [from = "", to = ""] = wordsOf(copy);
    expect(sent).toContain(`!${from}`);
    mkdirSync(dirname(join(image, to)), { recursive: true });
    cpSync(join(folder, from), join(image, to), { recursive: true });
  }
  const tokens = join(image, "tokens");
  writeFileSync(tokens, `alice sha256:${createHash("sha256").update("secret").digest("hex")}\n`);
  const [program, ...args] = cmd.flatMap(wordsOf);
  expect(program).toBe("node");
  const here = { "0.0.0.0:8848": "127.0.0.1:0", "/run/secrets/tokens": tokens } as const;
  const child = spawn(
    process.execPath,
    args.map((arg) => here[arg as keyof typeof here] ?? arg),
    {
      cwd: image,
      stdio: ["ignore", "ignore", "pipe"],
      env: { PATH: process.env.PATH },
    },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said] = await once(child.stderr, "data");
  const url = /listens on ([^\s"]+)/.exec(String(said))?.[1] ?? String(said);
  const body = callOf("count", { text: "three" });
  expect(await send(url, { headers: asClient, body })).toMatchObject({ status: 401 });
  const answer = await send(url, { headers: { ...asClient, authorization: "Bearer secret" }, body });
  expect(answer).toMatchObject({ status: 200, body: expect.stringContaining("counted three") });
  expect(await send(url.replace(/mcp$/, "healthz"), { method: "GET" })).toMatchObject({ status: 200 });
});

it("overwrites nothing, takes no name, and writes nothing for specs with mistakes", () => {
  const folder = projectOf({ ...specs, ".dockerignore": "mine\n" });
  expect(toolgen(folder, ["new", "image"])).toMatchObject({ status: 2, stderr: expect.stringContaining(".dockerignore is there already") });
  expect(readFileSync(join(folder, ".dockerignore"), "utf8")).toBe("mine\n");
  expect(toolgen(folder, ["new", "image", "shop"])).toMatchObject({ status: 2, stderr: expect.stringContaining("has no name") });
  expect(toolgen(projectOf({ "tools.d/a.yaml": "name: a\n" }), ["new", "image"])).toMatchObject({ status: 1 });
});

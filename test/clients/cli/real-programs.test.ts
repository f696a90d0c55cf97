import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { files, programs } from "./programs.js";

const server = spawn(process.execPath, [
  "-e",
  'require("http").createServer((_, answer) => answer.end("served")).listen(0, "127.0.0.1", function () { console.log(this.address().port); })',
]);
const port = once(server.stdout, "data").then(([text]) => String(text).trim());
afterAll(() => {
  server.kill();
});

const folders = (process.env.PATH ?? "").split(":");
const present = programs.filter(({ words: [name = ""] }) => folders.some((folder) => existsSync(join(folder, name))));

/** A project in a Git repository with one commit and a change. */
function project(): string {
  const folder = projectOf({ ...files, "toolgen.yaml": "version: 1\n" });
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: folder, stdio: "pipe" });
  git("init", "-q");
  git("add", ...Object.keys(files));
  git("commit", "-q", "-m", "first commit");
  appendFileSync(join(folder, "a.txt"), "");
  execFileSync("gzip", ["-k", "a.txt"], { cwd: folder });
  if (present.some(({ words }) => words[0] === "xz")) execFileSync("xz", ["-k", "a.txt"], { cwd: folder });
  if (present.some(({ words }) => words[0] === "zip")) execFileSync("zip", ["-q", "a.zip", "a.txt"], { cwd: folder });
  return folder;
}

it("makes specs of thirty real programs, which build, whose examples pass, and which run", async () => {
  expect(
    present.length,
    `of ${programs.length} programs, only ${present.map(({ words }) => words.join(" ")).join(", ")}`,
  ).toBeGreaterThanOrEqual(30);
  const folder = project();
  const failures = present.flatMap(({ words }) => {
    const { status, stdout, stderr } = toolgen(folder, ["import", "cli", "--all", "--", ...words]);
    return status === 0 ? [] : [`${words.join(" ")}: ${status} ${stdout} ${stderr}`];
  });
  expect(failures).toEqual([]);
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0 });
  expect(toolgen(folder, ["test"]).stdout).toContain(`${present.length} passed, 0 failed`);
  appendFileSync(join(folder, "a.txt"), "four\n");
  const at = await port;
  const wrong = present.flatMap(({ words, call }) => {
    if (call === undefined) return [];
    if (!call.prints.source.includes("four")) execFileSync("git", ["checkout", "-q", "a.txt"], { cwd: folder });
    if (/diff|status/.test(words.join(" "))) appendFileSync(join(folder, "a.txt"), "four\n");
    const tool = words.join("_").replaceAll(/[^a-z0-9]+/g, "_");
    const { status, stdout, stderr } = toolgen(folder, ["call", tool, JSON.stringify(call.args).replace("PORT", at)]);
    return call.prints.test(stdout) ? [] : [`${tool}: ${status} ${stdout} ${stderr}`];
  });
  expect(wrong).toEqual([]);
  expect(readFileSync(join(folder, "folder/c.txt"), "utf8")).toBe("needle\n");
});

it("imports all of them again without a change", () => {
  const folder = project();
  const some = present.slice(0, 8);
  for (const { words } of some) toolgen(folder, ["import", "cli", "--all", "--", ...words]);
  for (const { words } of some)
    expect(toolgen(folder, ["import", "cli", "--", ...words])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("= 1 spec unchanged"),
    });
});

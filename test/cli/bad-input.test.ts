import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectOf, sayTool } from "../kit/project.js";
import { sampled } from "../kit/repeat.js";
import { program, toolgen } from "../kit/toolgen.js";

interface Reported {
  readonly code: string;
  readonly file: string;
  readonly line: number;
}

function reported(folder: string): readonly Reported[] {
  const answer = toolgen(folder, ["build", "--format", "json"]);
  expect([answer.status, answer.stderr]).toEqual([1, ""]);
  expect(existsSync(join(folder, "generated"))).toBe(false);
  return JSON.parse(answer.stdout) as readonly Reported[];
}

const bomb = `name: say\nx-a: &a [1,1,1,1,1,1,1,1,1]\n${"bcdefghi"
  .split("")
  .map((key, i) => `x-${key}: &${key} [${Array.from({ length: 9 }, () => `*${"abcdefghi".charAt(i)}`).join(",")}]`)
  .join("\n")}\n`;

it.each<[name: string, content: string | Uint8Array, code: string]>([
  ["a binary file", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), "binary-file"],
  ["a file of 10 MB", `name: ${"x".repeat(10_000_000)}`, "file-too-large"],
  ["an alias bomb", bomb, "yaml-too-large"],
  ["nesting without end", `name: ${"[".repeat(100_000)}`, "yaml-too-deep"],
  ["Latin-1", Uint8Array.from(Buffer.from("name: Größe\n", "latin1")), "not-utf8"],
  ["tabs as indentation", "name: say\nschema:\n\tproperties: {}\n", "yaml-syntax"],
  ["an unclosed quote", 'name: "say\n', "yaml-syntax"],
  ["an empty file", "", "empty-file"],
])("reports %s as one error with a code, and nothing is written", (_name, content, code) => {
  const folder = projectOf({ "tools.d/good.yaml": sayTool });
  writeFileSync(join(folder, "tools.d/bad.yaml"), content);
  const errors = reported(folder);
  expect(errors.map((d) => [d.code, d.file])).toEqual([[code, "tools.d/bad.yaml"]]);
});

it("takes a BOM, CRLF and tabs in JSON for what they are: nothing wrong", () => {
  const json = JSON.stringify({ name: "tabbed", description: "d", kind: "read", command: ["echo"] }, null, "\t");
  const folder = projectOf({
    "tools.d/bom.yaml": `\ufeff${sayTool}`,
    "tools.d/crlf.yaml": sayTool.replace("name: say", "name: say2").replace("[speak]", "[]").replaceAll("\n", "\r\n"),
    "tools.d/t.json": json,
  });
  const answer = toolgen(folder, ["build"]);
  expect([answer.status, answer.stderr]).toEqual([0, ""]);
});

it("places a mistake in a CRLF file behind a BOM where an editor shows it", () => {
  const folder = projectOf({ "tools.d/crlf.yaml": `\ufeff${sayTool.replace("{{text}}", "{{txt}}").replaceAll("\n", "\r\n")}` });
  const line = sayTool.split("\n").findIndex((text) => text.includes("{{text}}")) + 1;
  expect(reported(folder)).toMatchObject([{ code: "unknown-name", line, column: 8 }]);
});

it("reports links that lead in circles and links to nothing, each by its path, and reads the rest", () => {
  const folder = projectOf({ "tools.d/good.yaml": sayTool, "tools.d/wrong.yaml": "kind: read\n" });
  symlinkSync("../tools.d", join(folder, "tools.d/loop"));
  symlinkSync("nowhere.yaml", join(folder, "tools.d/gone.yaml"));
  symlinkSync("self.yaml", join(folder, "tools.d/self.yaml"));
  const errors = reported(folder);
  expect(errors.filter((d) => d.code !== "missing-key" && d.code !== "no-execution").map((d) => [d.code, d.file])).toEqual([
    ["unreadable", "tools.d/gone.yaml"],
    ["symlink-loop", "tools.d/loop"],
    ["symlink-loop", "tools.d/self.yaml"],
  ]);
  expect(errors.some((d) => d.file === "tools.d/wrong.yaml")).toBe(true);
});

it("says where it looked when there are no specs", () => {
  const folder = projectOf({ "README.md": "nothing here" });
  const answer = toolgen(folder, ["build"]);
  expect(answer.status).toBe(1);
  expect(answer.stderr).toContain("tools.d/**/*.{yaml,yml,json}");
  expect(answer.stderr).toContain("help:");
});

it("names the output it can't write, and leaves what was there", () => {
  const folder = projectOf({ "tools.d/say.yaml": sayTool, generated: "a file in the place of the folder" });
  const answer = toolgen(folder, ["build", "--format", "json"]);
  expect(answer.status).toBe(1);
  expect((JSON.parse(answer.stdout) as readonly Reported[]).every((d) => d.file.startsWith("generated"))).toBe(true);
  expect(readFileSync(join(folder, "generated"), "utf8")).toBe("a file in the place of the folder");
});

it("does not overwrite a file in the output folder that toolgen didn't write", () => {
  const folder = projectOf({ "tools.d/say.yaml": sayTool, "generated/bin/call": "#!/bin/sh\necho mine\n" });
  const answer = toolgen(folder, ["build", "--format", "json"]);
  expect(answer.status).toBe(1);
  expect((JSON.parse(answer.stdout) as readonly Reported[]).map((d) => [d.code, d.file])).toEqual([["foreign-file", "generated/bin/call"]]);
  expect(readdirSync(join(folder, "generated"), { recursive: true })).toEqual(["bin", "bin/call"]);
});

it("gives the same bytes in any folder, and again", () => {
  const specs = Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [`tools.d/${i}.yaml`, sayTool.replace("name: say", `name: say_${i}`).replace("[speak]", "[]")]),
  );
  const [one, other] = [projectOf(specs), projectOf(Object.fromEntries(Object.entries(specs).reverse()))];
  for (const folder of [one, other, one]) expect(toolgen(folder, ["build"]).status).toBe(0);
  expect(contents(join(one, "generated"))).toEqual(contents(join(other, "generated")));
  expect(JSON.stringify([...contents(join(one, "generated")).values()])).not.toContain(one);
});

it("repairs in the next build what a killed one left", () => {
  const specs = Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [`tools.d/${i}.yaml`, sayTool.replace("name: say", `name: say_${i}`).replace("[speak]", "[]")]),
  );
  for (const timeout of sampled([170, 250, 330], { usual: 1 })) {
    const folder = projectOf(specs);
    spawnSync(process.execPath, [program, "build"], { cwd: folder, timeout, killSignal: "SIGKILL" });
    // The specs change before the next build: what the killed one wrote for a tool that is gone must go, too.
    rmSync(join(folder, "tools.d/7.yaml"));
    const smaller = projectOf({});
    cpSync(join(folder, "tools.d"), join(smaller, "tools.d"), { recursive: true });
    for (const each of [folder, smaller]) expect(toolgen(each, ["build"]).status).toBe(0);
    expect(contents(join(folder, "generated"))).toEqual(contents(join(smaller, "generated")));
  }
});

function contents(folder: string): ReadonlyMap<string, string> {
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files
      .map(
        (entry) =>
          [join(entry.parentPath, entry.name).slice(folder.length), readFileSync(join(entry.parentPath, entry.name), "utf8")] as const,
      )
      .sort(),
  );
}

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { otherSubcommand, subcommandOf, usesByFamily, usesOf } from "../../../src/check/programs/uses.js";
import { placeClasses } from "../../../src/model/place-class.js";

const names = Object.values(usesByFamily()).flat();
const folder = new URL("../../../src/check/programs/uses/", import.meta.url);
const lines = readdirSync(folder).flatMap((file) =>
  readFileSync(new URL(file, folder), "utf8")
    .split("\n")
    .filter((line) => /^ {2}\S/.test(line)),
);

it("has each program and subcommand once", () => {
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  expect(names.length).toBeGreaterThan(3_700);
});

it("has only lines that it reads", () => {
  const places = [...placeClasses, "prog"].join("|");
  const place = `(?:${places})(?:=@|[@|=+:])?`;
  const list = String.raw`(?: \S+)+`;
  const known = new RegExp(
    `^  (?:${place}(?:,${place})*${list}|(?:flags|source|in-place|mild|instead)${list}|(?:operands|with${list} :)(?: ${place}\\*?| stdin=${place})+|(?:last|others|stdin) ${place}|setting \\S+ ${place}${list}|words|remote|own-first)$`,
  );
  expect(lines.filter((line) => !known.test(line))).toEqual([]);
});

it("finds a program by each of its spellings, and its subcommands by their words", () => {
  for (const name of ["git", "/usr/bin/git", "GIT.EXE", "git.exe"]) expect(usesOf(name)?.name).toBe("git");
  expect(usesOf("python3.12")?.name).toBe("python");
  expect(usesOf("gcsplit")?.name).toBe("csplit");
  expect(usesOf("acme")).toBeUndefined();
  expect(subcommandOf("git", "log")?.row?.options.get("--author")).toEqual([{ class: "data" }]);
  expect(subcommandOf("docker", "compose")?.name).toBe("docker compose");
  expect(otherSubcommand("pnpm")?.operands[0]?.class).toBe("load");
});

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { codeLanguages } from "../../src/programs/code-languages.js";
import { placeClasses } from "../../src/programs/place-class.js";
import { programTraits } from "../../src/programs/program-traits.js";
import { otherSubcommand, subcommandOf, usesByFamily, usesOf } from "../../src/programs/uses.js";

const names = Object.values(usesByFamily()).flat();
const folder = new URL("../../src/programs/uses/", import.meta.url);
const lines = readdirSync(folder).flatMap((file) =>
  readFileSync(new URL(file, folder), "utf8")
    .split("\n")
    .filter((line) => /^ {2}\S/.test(line)),
);

it("has each program and subcommand in one family, and for each program its documentation", () => {
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  const programs = new Set(names.map((name) => name.split(" ")[0] ?? ""));
  expect([...programs].filter((name) => usesOf(name) !== undefined && usesOf(name)?.lines.has("source") !== true)).toEqual([]);
  expect(names.length).toBeGreaterThan(3_500);
});

it("has only lines that it reads", () => {
  const places = [...placeClasses, "prog"].join("|");
  const place = `(?:${places})(?:=@|[@|=+:!/])?`;
  const list = String.raw`(?: \S+)+`;
  const lists =
    "flags|source|in-place|mild|instead|harmless|holds|checks|suffixed|only-input|instead-of-input|input-options|replace|opens-pipes|pipes-to|setting-pairs|settings|spelling|trusts|texts|names|runs-with";
  const known = new RegExp(
    `^  (?:${place}(?:,${place})*${list}|(?:${lists})${list}|(?:operands|with${list} :)(?: ${place}\\*?| (?:stdin|-\\S+)=${place})+|without${list} : \\S+|(?:last|others|named) ${place}|stdin ${place}(?: -)?|setting \\S+ ${place}${list}|(?:roles|dashed)(?: (?:text|file|program|setting|value)\\*?)+|is(?: (?:${Object.keys(programTraits).join("|")}))+|finds (?:marks|appends)|assignments (?:first|anywhere)|language (?:${codeLanguages.join("|")})|(?:input-text|pipe-text|marks) \\S+|words|remote|own-first|only-flags)$`,
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
  expect(subcommandOf("gcloud compute instances", "list")?.name).toBe("gcloud compute instances list");
  expect(otherSubcommand("pnpm")?.operands[0]?.class).toBe("load");
});

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { exitCode, exitCodeMeanings } from "../../src/cli/command.js";
import { describeProgram } from "../../src/cli/command-line.js";

const page = readFileSync(new URL("../../docs/cli.md", import.meta.url), "utf8");

it("describes what each command with --json prints", async () => {
  const section = page.split("\n## `--json`\n")[1]?.split("\n## ")[0] ?? "";
  const described = section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name?.split(" ")[0]));
  const { commands } = await describeProgram();
  const hasJson = (options: readonly { readonly long?: string | undefined }[]) => options.some(({ long }) => long === "--json");
  const printing = commands.filter(
    (command) => hasJson(command.options) || command.commands.some((subcommand) => hasJson(subcommand.options)),
  );
  expect([...new Set(described)].sort()).toEqual(printing.map((command) => command.name()).sort());

  const exceptions = section.split("\n\n")[0]?.replaceAll("\n", " ") ?? "";
  const silent = commands.filter((command) => !printing.includes(command) && command.name() !== "help");
  for (const command of silent) expect(exceptions).toContain(`\`${command.name()}\``);
});

it("says what each exit code means, and gives no code two meanings", () => {
  const codes = Object.entries(exitCode) as readonly (readonly [keyof typeof exitCode, number])[];
  for (const [name, code] of codes) expect(page).toContain(`| ${code} | ${exitCodeMeanings[name]} |`);
  expect(new Set(codes.map(([, code]) => code)).size).toBe(codes.length);
});

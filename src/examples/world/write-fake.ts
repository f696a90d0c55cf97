import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Fake } from "../example-setup.js";

/**
 * Writes a program that prints the given text, byte for byte, reads nothing and exits with its exit code. `printf` is
 * the shell's own.
 */
export function writeFake(folder: string, { name, fake }: { readonly name: string; readonly fake: Fake }): void {
  const lines = ["#!/bin/sh", ...printing(fake.stdout, ""), ...printing(fake.stderr, " >&2"), `exit ${fake.exit}`];
  writeFileSync(join(folder, name), `${lines.join("\n")}\n`, { mode: 0o755, flag: "wx" });
}

function printing(text: string, where: string): readonly string[] {
  return text === "" ? [] : [`printf %s '${text.replaceAll("'", `'\\''`)}'${where}`];
}

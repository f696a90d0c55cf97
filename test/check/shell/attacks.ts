import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Shell } from "./canary.js";

interface Entry {
  readonly sh?: string;
  readonly bash?: string;
  readonly shown?: boolean;
}

/** The scripts of a YAML file of this folder, each with the shell that it is for. */
export function scriptsOf(file: string) {
  const groups = parse(readFileSync(new URL(file, import.meta.url), "utf8")) as Record<string, readonly Entry[]>;
  return Object.entries(groups).flatMap(([group, list]) =>
    list.map(({ sh, bash, shown = true }) => ({
      group,
      shell: (sh === undefined ? "bash" : "sh") as Shell,
      script: sh ?? bash ?? "",
      shown,
    })),
  );
}

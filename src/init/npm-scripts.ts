import { isJsonObject } from "../runtime/json/json-value.js";
import { parseJson } from "../runtime/json/parse-json.js";
import { describe, isHarmless, isLasting, isUsable } from "./entry-line.js";
import type { Entry } from "./proposal.js";

export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

/** Scripts that a package manager runs by itself. */
const lifecycle = /^(?:(?:pre|post)?(?:install|uninstall|pack|publish|version|prepare)|prepublishOnly|dependencies)$/;

/** The scripts of a package.json; none if the text isn't one. */
export function npmScripts(text: string, { manager }: { readonly manager: PackageManager }): readonly Entry[] {
  const scripts = Object.entries(scriptsOf(text)).filter(([name]) => isUsable(name) && !name.includes("="));
  const names = new Set(scripts.map(([name]) => name));
  const isHook = (name: string) => /^(?:pre|post)/.test(name) && names.has(name.replace(/^(?:pre|post)/, ""));
  return scripts
    .filter(([name, script]) => !lifecycle.test(name) && !isHook(name) && !isPlaceholder(script))
    .map(([name, script]): Entry => {
      // Without it a script named `-rf` would be an option of npm's.
      const words = [manager, "run", ...(name.startsWith("-") ? ["--"] : []), name];
      return {
        prefix: manager,
        file: "package.json",
        entry: name,
        description: describe(words.join(" "), { script }),
        kind: "execute",
        ...(isHarmless(name) ? { risk: "moderate" } : {}),
        ...(isLasting(name) ? { isBackground: true } : {}),
        command: words,
      };
    });
}

export const hasScripts = (text: string): boolean => npmScripts(text, { manager: "npm" }).length > 0;

/** The script that `npm init` writes. */
const isPlaceholder = (script: string) => script.includes("Error: no test specified");

function scriptsOf(text: string): Readonly<Record<string, string>> {
  const manifest = parsePackageJson(text);
  const scripts = isJsonObject(manifest) ? manifest.scripts : undefined;
  if (!isJsonObject(scripts)) return {};
  return Object.fromEntries(Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** The package manager that a package.json and the lockfiles beside it name. */
export function packageManager(text: string, beside: readonly string[]): PackageManager {
  const manifest = parsePackageJson(text);
  const named = isJsonObject(manifest) && typeof manifest.packageManager === "string" ? manifest.packageManager : "";
  const declared = managers.find((manager) => named === manager || named.startsWith(`${manager}@`));
  return declared ?? Object.entries(lockfiles).find(([file]) => beside.includes(file))?.[1] ?? "npm";
}

const managers: readonly PackageManager[] = ["npm", "pnpm", "yarn", "bun"];

/** The first file of a folder that locks packages. */
export const lockfileIn = (beside: readonly string[]): string | undefined =>
  ["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb"].find((file) =>
    beside.includes(file),
  );

const lockfiles: Readonly<Record<string, PackageManager>> = {
  "pnpm-lock.yaml": "pnpm",
  "pnpm-workspace.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
};

/** The text of a `package.json` as plain data; `undefined` if it is broken. */
export const parsePackageJson = (text: string): unknown => parseJson(text.replace(/^\uFEFF/, ""));

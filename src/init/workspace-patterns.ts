import { isJsonObject } from "../runtime/json/json-value.js";
import { parsePackageJson } from "./npm-scripts.js";
import { readYaml } from "./read-yaml.js";

/** The patterns by which a workspace names its packages, in package.json or for pnpm. */
export function workspacePatterns({ manifest, pnpm }: { readonly manifest: string | undefined; readonly pnpm: string | undefined }) {
  const declared = manifest === undefined ? undefined : parsePackageJson(manifest);
  const workspaces = isJsonObject(declared) ? declared.workspaces : undefined;
  const named = isJsonObject(workspaces) ? workspaces.packages : workspaces;
  const yaml = pnpm === undefined ? undefined : readYaml(pnpm);
  return [...texts(named), ...texts(isJsonObject(yaml) ? yaml.packages : undefined)];
}

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);

import type { Assets } from "../../../contract/host.js";
import type { FeatureName, Model } from "../../model.js";
import { assetFile, type OutputFile } from "../../output-file.js";

/** The folder in which each feature's file is: beside the program that loads it. */
const folders: Readonly<Record<FeatureName, "bin" | "mcp">> = { oauth: "mcp", proxy: "bin", redis: "mcp", search: "mcp", telemetry: "mcp" };

/** The files in a folder that `features` in toolgen.yaml asks for. `toolgen mcp` has all of them. */
export const featureFiles = (folder: "bin" | "mcp", { project }: Model, assets: Assets): readonly OutputFile[] =>
  project.features.filter((name) => folders[name] === folder).map((name) => assetFile(assets, `${name}.cjs`, `${folder}/${name}.cjs`));

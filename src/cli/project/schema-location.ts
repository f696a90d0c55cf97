import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { SchemaPaths } from "../../compiler/scaffold.js";
import { configSchema, specSchema } from "../../compiler/spec-schema.js";
import type { Host } from "../../contract/host.js";
import { packageVersion } from "../command.js";

export interface SchemaLocation extends SchemaPaths {
  /** True if the package is one of the project's. Otherwise the schemas must be written to these paths. */
  readonly isInstalled: boolean;
}

/**
 * Where an editor finds the JSON Schemas: in the package that the project has installed, in its own folder or above;
 * otherwise in `.toolgen`, which Git ignores.
 */
export function findSchemas(projectDir: string): SchemaLocation {
  const assets = installed(projectDir);
  const folder = assets === undefined ? ".toolgen" : relative(projectDir, assets).split(sep).join("/");
  return { spec: `${folder}/spec.schema.json`, config: `${folder}/config.schema.json`, isInstalled: assets !== undefined };
}

function installed(folder: string): string | undefined {
  const assets = join(folder, "node_modules/toolgen/dist/assets");
  if (existsSync(assets)) return assets;
  const parent = dirname(folder);
  return parent === folder ? undefined : installed(parent);
}

/** Writes the schemas, for a project whose editor finds them nowhere else. */
export async function writeSchemas(host: Host, { spec, config, isInstalled }: SchemaLocation): Promise<void> {
  if (isInstalled) return;
  const files = [
    { path: spec, text: printSchema(specSchema(packageVersion())), executable: false },
    { path: config, text: printSchema(configSchema(packageVersion())), executable: false },
  ];
  for (const file of files) {
    const there = await host.read(file.path);
    if (there === undefined || Buffer.from(there).toString() !== file.text) await host.write(file);
  }
}

const printSchema = (schema: object) => `${JSON.stringify(schema, null, 2)}\n`;

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { configFile } from "../../compiler/config.js";
import type { SchemaPaths } from "../../compiler/scaffold.js";
import { configSchema, specSchema } from "../../compiler/spec-schema.js";
import type { Host } from "../../contract/host.js";
import { packageVersion } from "../command.js";

export interface SchemaLocation extends SchemaPaths {
  /** True if the package is one of the project's. Otherwise the schemas must be written to these paths. */
  readonly isInstalled: boolean;
}

/**
 * Where an editor finds the JSON Schemas: in the package that the project installs, in its own folder or above;
 * otherwise in `.toolgen`, which Git ignores. Plug'n'Play has packages in archives, where no editor finds them.
 */
export function findSchemas(projectDir: string): SchemaLocation {
  const assets = installed(projectDir) ?? declared(projectDir);
  const folder = assets === undefined ? ".toolgen" : relative(projectDir, assets).split(sep).join("/");
  return { spec: `${folder}/spec.schema.json`, config: `${folder}/config.schema.json`, isInstalled: assets !== undefined };
}

const assetsIn = (folder: string) => join(folder, "node_modules/toolgen/dist/assets");

function installed(folder: string): string | undefined {
  if (existsSync(assetsIn(folder))) return assetsIn(folder);
  const parent = dirname(folder);
  return parent === folder ? undefined : installed(parent);
}

/** Where the package will be, once what the repository's package.json files name is installed. */
function declared(folder: string): string | undefined {
  const manifest = join(folder, "package.json");
  if (existsSync(join(folder, ".pnp.cjs"))) return undefined;
  if (existsSync(manifest) && /"toolgen"\s*:/.test(readFileSync(manifest, "utf8"))) return assetsIn(folder);
  const parent = dirname(folder);
  return parent === folder || existsSync(join(folder, ".git")) ? undefined : declared(parent);
}

/** Writes the schemas again for a clone of a project whose editor finds them nowhere else. */
export async function restoreSchemas(host: Host): Promise<void> {
  const config = new TextDecoder().decode(await host.read(configFile));
  if (/\$schema=\.toolgen\//.test(config) && (await host.stat(inCache.config)) === undefined) await writeSchemas(host, inCache);
}

const inCache: SchemaLocation = { spec: ".toolgen/spec.schema.json", config: ".toolgen/config.schema.json", isInstalled: false };

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

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Writes the function that a tool of the library runs as a module, and the tool's defaults, into a folder. */
export async function bundleHandler(tool, folder) {
  const spec = parse(await readFile(join(root, "library", `${tool.replaceAll("_", "-")}.yaml`), "utf8"));
  const [file, exportName] = spec.handler.split("#");
  await build({
    stdin: { contents: `export { ${exportName} as handler } from "./library/${file}";`, resolveDir: root },
    outfile: join(folder, `${tool}.cjs`),
    alias: { "toolgen/runtime": join(root, "src/runtime/handler/tool-error.ts") },
    bundle: true,
    platform: "node",
    format: "cjs",
    logLevel: "warning",
  });
  const withDefault = Object.entries(spec.schema.properties).filter(([, schema]) => "default" in schema);
  const defaults = Object.fromEntries(withDefault.map(([name, schema]) => [name, schema.default]));
  await writeFile(join(folder, `${tool}.defaults.json`), JSON.stringify(defaults));
}

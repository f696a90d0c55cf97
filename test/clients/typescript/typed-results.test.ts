import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { frameworkProject } from "../../kit/framework-project.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const program = `
import { type AgenticLoopOptions, executeFunctionCall, ToolRegistry } from "toolgen/runtime";
import { type ToolName, type ToolParamsByName, type ToolResultsByName, tools, type WeatherArgs, type WeatherParams } from "./generated/tools/index.js";
import { type WeatherResult, weatherSchema, WeatherTool } from "./generated/tools/index.js";

const signal = AbortSignal.timeout(10_000);
async function execute<Name extends ToolName>(name: Name, params: ToolParamsByName[Name]): Promise<ToolResultsByName[Name]> {
  return new tools[name]().buildAndExecute(params, signal);
}
const dispatched: number | undefined = (await execute("weather", { city: "Oslo", days: 2 })).data?.temp;

const registry = new ToolRegistry<typeof tools>();
registry.registerGenerated("generated");
const args: WeatherParams = { city: "Oslo" };
const { result } = await executeFunctionCall({ name: "weather", args }, { registry, signal });
const data: WeatherResult | undefined = result.data;
// @ts-expect-error It has no such parameter.
await executeFunctionCall({ name: "weather", args: { place: "Oslo" } }, { registry, signal });
// @ts-expect-error It has a required parameter.
await executeFunctionCall({ name: "weather" }, { registry, signal });
// Only at run time is it known whether another name is an alias.
const other = await executeFunctionCall({ name: "get_weather", args }, { registry, signal });
await executeFunctionCall({ name: "get_weather" }, { registry, signal });
const plain: ToolRegistry = registry;
// @ts-expect-error A registry that knows no names isn't one of these tools.
const narrow: ToolRegistry<typeof tools> = plain;

const ofModel: { name?: string; args?: Record<string, unknown> } = { name: "weather", args: { town: "Oslo" } };
const outcome = await executeFunctionCall(ofModel, { registry, signal });
const told: number | undefined = outcome.toolName === "weather" ? outcome.result.data?.temp : undefined;
export const onEvent: AgenticLoopOptions<typeof tools>["onEvent"] = (event) =>
  event.type === "result" && event.outcome.toolName === "weather" ? event.outcome.result.data?.city?.length : 0;

const found: number | undefined = (await registry.getTool("weather")?.buildAndExecute({ city: "Oslo" }, signal))?.data?.temp;
const untyped: Record<string, unknown> | undefined = (await executeFunctionCall(ofModel, { registry: new ToolRegistry(), signal })).result.data;
const known: WeatherTool = new tools.weather();
const validated = weatherSchema["~standard"].validate({ town: "Oslo" });
const canonical: WeatherArgs | undefined = validated.issues === undefined ? validated.value : undefined;
await registry.close();
console.log(JSON.stringify([dispatched, data, told, found, untyped, known.name, canonical, other.status, plain === registry]));
`;

it("types results and calls by the name of the tool, as strictly as TypeScript goes, and gives what the types say", () => {
  const { folder } = frameworkProject();
  const compilerOptions = { module: "nodenext", target: "es2022", strict: true, skipLibCheck: true, types: ["node"] };
  const strict = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noPropertyAccessFromIndexSignature: true };
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  writeFileSync(join(folder, "main.ts"), program);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...compilerOptions, ...strict }, files: ["main.ts"] }));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/toolgen"));
  symlinkSync(join(root, "node_modules/@types"), join(folder, "node_modules/@types"));
  const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  expect(spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" }).stdout).toBe("");
  const { stdout, stderr } = spawnSync(process.execPath, ["main.js"], { cwd: folder, encoding: "utf8" });
  expect({ printed: stdout && JSON.parse(stdout), stderr }).toEqual({
    printed: [2, { temp: 1, city: "Oslo" }, 1, 1, null, "weather", { city: "Oslo", days: 1 }, "error", true],
    stderr: "",
  });
}, 120_000);

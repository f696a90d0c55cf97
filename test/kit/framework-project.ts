import { join } from "node:path";
import { ToolRegistry } from "../../src/runtime/index.js";
import { builtProject } from "./project.js";

const files = {
  "tools.d/weather.yaml": `
name: weather
description: Returns the weather of a city.
kind: fetch
schema:
  properties:
    city: { type: string, minLength: 2, description: The city. }
    days: { type: integer, default: 1 }
    at: { type: array, prefixItems: [{ type: number }, { type: number }], items: false }
  required: [city]
aliases: { city: [town] }
command: [printf, '{"temp": %s, "city": "%s"}', "{{days}}", "{{city}}"]
output:
  format: json
  schema: { type: object, properties: { temp: { type: number }, city: { type: string } }, required: [temp] }
`,
  "tools.d/deploy.yaml": `
name: deploy
description: Deploys a service.
kind: execute
risk: dangerous
schema: { properties: { service: { type: string } }, required: [service] }
command: [echo, "deployed {{service}}"]
`,
};

/** A registry of a tool with data, a default and an alias, and of one that must be confirmed; its folder's index too. */
export function frameworkProject(): { readonly folder: string; readonly registry: ToolRegistry } {
  const folder = builtProject(files);
  const registry = new ToolRegistry({ environment: { workspace: folder } });
  registry.registerGenerated(join(folder, "generated"));
  return { folder, registry };
}

/** The call of each of the two. The model gives a city by another name, and a number as a text. */
export const weatherCall = { name: "weather", args: { town: "Oslo", days: "3" } };
export const deployCall = { name: "deploy", args: { service: "shop" } };

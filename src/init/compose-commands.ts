import { isJsonObject } from "../runtime/json/json-value.js";
import type { Entry } from "./proposal.js";

/** In the order in which Compose looks for them. */
export const composeNames = ["compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"] as const;

/**
 * Proposes tools that inspect the services of a compose file. None starts or stops one. `document` is the file's YAML
 * as plain data.
 */
export function composeCommands(document: unknown, file: string): readonly Entry[] {
  const declared = isJsonObject(document) && isJsonObject(document.services) ? Object.keys(document.services) : [];
  const services = declared.filter((name) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name));
  if (services.length === 0) return [];
  const shared = { prefix: "compose", file, kind: "read" } as const;
  return [
    {
      ...shared,
      entry: "ps",
      description: `List the containers of ${file}, with their state and ports.`,
      command: ["docker", "compose", "ps", "--all"],
    },
    {
      ...shared,
      entry: "logs",
      description: `Show the last 200 lines that the services of ${file} have logged.`,
      command: ["docker", "compose", "logs", "--no-color", "--tail=200", { parameter: "service" }],
      services,
    },
  ];
}

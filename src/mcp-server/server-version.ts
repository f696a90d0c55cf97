import { createHash } from "node:crypto";
import { digestOf } from "./lists/served-lists.js";
import type { ServedToolSource } from "./tool-source.js";

/**
 * A version that changes with the tools, prompts and resources, for clients that cache a server's data by its version.
 * It is computed when a client connects: in a generated file, two branches that add a tool each would conflict in it.
 */
export function serverVersion({ list, prompts, resources }: Pick<ServedToolSource, "list" | "prompts" | "resources">): string {
  try {
    const tools = [list("canonical"), list("open")];
    const documents = [prompts?.list(), resources?.list(), resources?.listTemplates()];
    const digest = createHash("sha256");
    for (const bytes of [...tools, ...documents]) if (bytes !== undefined) digest.update(digestOf(bytes));
    return `1.0.0+${digest.digest("hex").slice(0, 12)}`;
  } catch {
    // The client that requests the list gets the error for an unreadable one.
    return "1.0.0";
  }
}

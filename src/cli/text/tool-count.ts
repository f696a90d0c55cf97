import type { Model } from "../../model/tool.js";
import { plural } from "./plural.js";

/**
 * Counts the tools of a build, and the specs that only describe tools of a client:
 * `19 tools, and 4 that describe pi's own`.
 */
export function toolCount({ tools, hosted }: Pick<Model, "tools" | "hosted">): string {
  if (hosted.length === 0) return plural(tools.length, "tool");
  const hosts = [...new Set(hosted.map(({ host }) => `${host}'s`))].join(" and ");
  return `${plural(tools.length, "tool")}, and ${hosted.length} that ${hosted.length === 1 ? "describes" : "describe"} ${hosts} own`;
}

import type { OfferedTools } from "../lists/offered-tools.js";
import type { ServedLists } from "../lists/served-lists.js";
import type { ServedToolSource } from "../tool-source.js";

/** The tools of one connection, and the whole source, for which there is one index. */
export interface ToolsToSearch {
  readonly offered: OfferedTools;
  readonly source: ServedToolSource;
  readonly lists: ServedLists;
}

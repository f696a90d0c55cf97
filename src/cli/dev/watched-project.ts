import type { Model } from "../../model/tool.js";

/** The project whose calls are watched, as it is now. */
export interface WatchedProject {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True if the project turns the audit log on. */
  audits(): boolean;
  model(): Model;
}

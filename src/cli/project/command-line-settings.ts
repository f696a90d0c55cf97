import type { Settings } from "../../runtime/policy/read-settings.js";
import { readRiskArguments } from "../../runtime/policy/risk-arguments.js";
import { UsageError } from "../usage-error.js";

/** What `--risk push=deny --risk toolset:git=safe` says: settings for this time, which beat those of files. */
export function commandLineSettings(given: readonly string[] | undefined): Settings {
  const read = readRiskArguments(given ?? []);
  if (!read.ok) throw new UsageError(read.message, read.hint);
  return read.settings;
}

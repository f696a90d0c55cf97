import type { Settings } from "../../runtime/policy/read-settings.js";
import { readRiskArguments } from "../../runtime/policy/risk-arguments.js";
import { UsageError } from "../usage-error.js";

/** Parses `--risk push=deny --risk toolset:git=safe`: settings for this run, which override those of files. */
export function commandLineSettings(given: readonly string[] | undefined): Settings {
  const read = readRiskArguments(given ?? []);
  if (!read.ok) throw new UsageError(read.message, read.hint);
  return read.settings;
}

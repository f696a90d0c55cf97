import { decisions } from "../runtime/consent/consent.js";
import { readSettings, type Settings } from "../runtime/consent/read-settings.js";
import { UsageError } from "./usage-error.js";

/** What `--risk push=deny --risk toolset:git=safe` says: settings for this time, which beat those of files. */
export function commandLineSettings(given: readonly string[] | undefined): Settings {
  const risk = Object.fromEntries(
    (given ?? []).map((text) => {
      const at = text.lastIndexOf("=");
      if (at < 1) throw new UsageError(`--risk ${text} names no tool and word.`, "Write it as --risk git_push=deny.");
      const word = text.slice(at + 1);
      return [text.slice(0, at), decisions.some((one) => one === word) ? { decision: word } : word];
    }),
  );
  const { settings, problems } = readSettings({ risk }, "the command line");
  const [first] = problems;
  if (first !== undefined)
    throw new UsageError(`--risk: ${first.message}`, `A word is a level (safe, moderate, dangerous), or ${decisions.join(", ")}.`);
  return settings;
}

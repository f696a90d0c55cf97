import { decisions } from "./consent.js";
import { readSettings, type Settings } from "./read-settings.js";

/** What `--risk` says, or what is wrong with it and how it is written. */
export type RiskArguments =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** Reads `push=deny`, `toolset:git=safe`: settings for this time, which beat those of files. */
export function readRiskArguments(given: readonly string[]): RiskArguments {
  const nameless = given.find((text) => text.lastIndexOf("=") < 1);
  if (nameless !== undefined)
    return { ok: false, message: `--risk ${nameless} names no tool and word.`, hint: "Write it as --risk git_push=deny." };
  const risk = Object.fromEntries(
    given.map((text) => {
      const at = text.lastIndexOf("=");
      const word = text.slice(at + 1);
      return [text.slice(0, at), decisions.some((one) => one === word) ? { decision: word } : word];
    }),
  );
  const { settings, problems } = readSettings({ risk }, "the command line");
  const [first] = problems;
  if (first === undefined) return { ok: true, settings };
  return {
    ok: false,
    message: `--risk: ${first.message}`,
    hint: `A word is a level (safe, moderate, dangerous), or ${decisions.join(", ")}.`,
  };
}

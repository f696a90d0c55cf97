import { decisions, riskLevels } from "../contract/risk-settings.js";
import { closest } from "../text/closest.js";
import { didYouMean } from "./condition-problems.js";
import { readSettings, type Settings } from "./read-settings.js";

/** The parsed `--risk` arguments, or the problem and the correct form. */
export type RiskArguments =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly message: string; readonly hint: string };

const words: readonly string[] = [...riskLevels, ...decisions];

/** Reads `push=deny`, `toolset:git=safe`: settings for this run, which override those of files. */
export function readRiskArguments(given: readonly string[]): RiskArguments {
  const nameless = given.find((text) => text.lastIndexOf("=") < 1);
  if (nameless !== undefined) {
    const word = closest(nameless.slice(nameless.lastIndexOf("=") + 1), words) ?? "deny";
    return { ok: false, message: `--risk ${nameless} names no tool and word.`, hint: `Write it as --risk git_push=${word}.` };
  }
  const pairs = given.map((text) => [text.slice(0, text.lastIndexOf("=")), text.slice(text.lastIndexOf("=") + 1)] as const);
  const wrong = pairs.map(([, word]) => word).find((word) => !words.includes(word));
  if (wrong !== undefined) {
    const message = `--risk: ${JSON.stringify(wrong)} is not one of ${words.join(", ")}.${didYouMean(wrong, words)}`;
    return { ok: false, message, hint: "Write it as --risk git_push=deny, or with a level, as --risk git_push=safe." };
  }
  const risk = Object.fromEntries(
    pairs.map(([target, word]) => [target, decisions.some((one) => one === word) ? { decision: word } : word]),
  );
  return { ok: true, settings: readSettings({ risk }, { file: "the command line" }).settings };
}

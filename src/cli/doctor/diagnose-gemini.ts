import { buildFileWord, geminiArguments, geminiDecisions } from "../../compiler/gemini-policy.js";
import type { ToolModel } from "../../compiler/tool-model.js";
import { isVersionWithin, type Probe } from "./diagnose-programs.js";
import { error, type Finding, ok, someOf, warning } from "./finding.js";

/** The version whose behaviour the outputs were checked against. */
const checkedVersion = "0.61";

/**
 * Checks whether the client is installed; `undefined` if it isn't on PATH. Another version than the tested one may
 * behave differently.
 */
export function diagnoseGeminiProgram(probe: Probe | undefined): Finding {
  const check = "gemini program";
  const install = "npm install --global @google/gemini-cli";
  if (probe === undefined) return warning(check, "gemini is not on PATH.", `To use these tools there: ${install}`);
  if (probe.kind !== "version") return warning(check, "gemini doesn't print its version.", "Run `gemini --version`.");
  const { version } = probe;
  if (isVersionWithin(version, `<${checkedVersion}.0-0`)) {
    return warning(check, `gemini is ${version}; toolgen was checked with ${checkedVersion}, and older ones read other settings.`, install);
  }
  const newer = isVersionWithin(version, checkedVersion) ? "" : `, which is newer than ${checkedVersion}, with which toolgen was checked`;
  return ok(check, `gemini is ${version}${newer}.`);
}

const check = "gemini trust";

/** A line of `trustedFolders.json`: `covers` is the real path of its folder. */
interface TrustRule {
  readonly path: string;
  readonly level: unknown;
  readonly covers: string;
}

export interface TrustFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `security.folderTrust.enabled` of the user's settings, which is on by default. */
  readonly enabled: boolean;
  readonly rules: readonly TrustRule[];
  /** Why the file of trusted folders can't be read. */
  readonly problem: string | undefined;
  readonly file: string;
  /** The project's real path. */
  readonly folder: string;
  /** macOS and Windows ignore case. */
  readonly ignoresCase: boolean;
}

/**
 * Checks whether Gemini CLI 0.61 would load the project's settings. The environment decides first, then the settings,
 * then the longest rule.
 */
export function diagnoseGeminiTrust(facts: TrustFacts): Finding {
  const { env } = facts;
  const byEnvironment = ["GEMINI_RESTRICTED_MODE=true", "GEMINI_CLI_TRUST_WORKSPACE=false"].find((pair) => isSet(env, pair));
  if (byEnvironment !== undefined) {
    return error(check, `The project's settings don't load: ${byEnvironment} in the environment.`, "Unset it to use these tools.");
  }
  if (isSet(env, "GEMINI_CLI_TRUST_WORKSPACE=true")) return ok(check, "The folder is trusted by GEMINI_CLI_TRUST_WORKSPACE.");
  if (!facts.enabled) return ok(check, "Folder trust is switched off in your settings: every folder's settings load.");
  if (facts.problem !== undefined)
    return error(check, `${facts.file} can't be read: ${facts.problem}.`, "Correct it: the client ends because of it.");
  const bad = facts.rules.find(({ level }) => !levels.includes(String(level)));
  if (bad !== undefined) {
    return error(
      check,
      `${facts.file} has the level '${String(bad.level)}' for ${bad.path}.`,
      `Correct it: the levels are ${levels.join(", ")}.`,
    );
  }
  const rule = longestRule(facts);
  if (rule === undefined) {
    return warning(
      check,
      "The folder is not trusted yet: the client asks when it starts, and unattended it ends with exit code 55.",
      "Start `gemini` here once and trust the folder; in CI, set GEMINI_CLI_TRUST_WORKSPACE=true.",
    );
  }
  return rule.level === "DO_NOT_TRUST"
    ? error(
        check,
        `The project's settings don't load: ${facts.file} marks ${rule.covers} as not trusted.`,
        "Type /permissions in `gemini`, and trust the folder.",
      )
    : ok(check, `The folder is trusted, by ${facts.file}.`);
}

const levels = ["TRUST_FOLDER", "TRUST_PARENT", "DO_NOT_TRUST"];

function isSet(env: TrustFacts["env"], pair: string): boolean {
  const [name = "", value] = pair.split("=");
  return env[name] === value;
}

function longestRule({ rules, folder, ignoresCase }: TrustFacts): TrustRule | undefined {
  const plain = (path: string) => (ignoresCase ? path.toLowerCase() : path);
  const around = rules.filter(({ covers }) => `${plain(folder)}/`.startsWith(plain(covers).replace(/\/?$/, "/")));
  // Of rules with the same length, the client takes the first.
  return around.reduce<TrustRule | undefined>(
    (best, rule) => (best === undefined || rule.path.length > best.path.length ? rule : best),
    undefined,
  );
}

/**
 * Lists the tools that the client, with the generated policy, wouldn't show the model if no user can be asked, with the
 * reasons.
 */
export function diagnoseGeminiUnattended(tools: readonly ToolModel[]): readonly Finding[] {
  const check = "gemini unattended";
  const hidden = tools.filter((tool) => geminiDecisions(tool).default.headless === "deny" && !isAllowedInPart(tool));
  const wary = tools.filter((tool) => !hidden.includes(tool) && buildFileWord(tool) !== undefined);
  const first =
    hidden.length === 0
      ? "Unattended, the client shows every tool."
      : `Unattended, the client hides ${hidden.length} of ${tools.length} tools, which ask first: ${someOf(hidden.map(label))}. Only --yolo shows them.`;
  const second =
    wary.length === 0
      ? ""
      : ` It refuses calls of ${someOf(wary.map(({ name }) => name))} for build files such as package.json, by a word in the name.`;
  return [ok(check, first + second)];
}

const isAllowedInPart = (tool: ToolModel) => geminiArguments(tool).rules.some(({ decision }) => decision === "allow");

const label = ({ name, risk }: ToolModel) => `${name} (${risk.level})`;

import { type Finding, ok, warning } from "./finding.js";
import type { Probe } from "./probe.js";
import { isVersionWithin } from "./version.js";

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

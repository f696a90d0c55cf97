// Asks the real client whether it trusts folders: cases as JSON on standard input, its answers on standard output.
import { readFileSync } from "node:fs";
import { checkPathTrust, resetTrustedFoldersForTesting } from "@google/gemini-cli-core";

const names = ["GEMINI_CLI_HOME", "GEMINI_CLI_TRUST_WORKSPACE", "GEMINI_RESTRICTED_MODE", "GEMINI_CLI_TRUSTED_FOLDERS_PATH"];
const answers = JSON.parse(readFileSync(0, "utf8")).map(({ folder, env, enabled }) => {
  for (const name of names) delete process.env[name];
  Object.assign(process.env, env);
  resetTrustedFoldersForTesting();
  try {
    return checkPathTrust({ path: folder, isFolderTrustEnabled: enabled }).isTrusted ?? "unknown";
  } catch {
    return "refuses to start";
  }
});
process.stdout.write(JSON.stringify(answers));

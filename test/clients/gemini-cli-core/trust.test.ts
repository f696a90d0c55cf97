import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { diagnoseGeminiTrust } from "../../../src/cli/doctor/diagnose-gemini.js";
import { lookAtSettings, lookAtTrust } from "../../../src/cli/doctor/gemini-settings.js";
import { lookingFrom } from "../../../src/cli/doctor/look-at-program.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { sharedClient } from "./client.js";

interface Case {
  readonly rules?: Readonly<Record<string, string>> | string;
  readonly env?: Readonly<Record<string, string>>;
  readonly settings?: object;
}

/** `@` stands for the folder that holds the project `@/work/project`; `@/link` leads to `@/work`. */
const cases: Readonly<Record<string, Case>> = {
  "nothing said": {},
  "the folder trusted": { rules: { "@/work/project": "TRUST_FOLDER" } },
  "a folder around it trusted": { rules: { "@/work": "TRUST_FOLDER" } },
  "a folder beside it trusted": { rules: { "@/work/proj": "TRUST_FOLDER", "@/work/project2": "TRUST_FOLDER" } },
  "the parent of a folder beside it trusted": { rules: { "@/work/other": "TRUST_PARENT" } },
  "the folder not trusted in one that is": { rules: { "@/work": "TRUST_FOLDER", "@/work/project": "DO_NOT_TRUST" } },
  "the folder trusted in one that is not": { rules: { "@/work/project/": "TRUST_FOLDER", "@/work": "DO_NOT_TRUST" } },
  "the longest rule by its words": { rules: { "@/work": "DO_NOT_TRUST", "@/link": "TRUST_FOLDER", "@/work/neighbour": "TRUST_PARENT" } },
  "trusted through a link": { rules: { "@/link/project": "TRUST_FOLDER" } },
  "a comment in the file": { rules: '// mine\n{ "@/work": "TRUST_FOLDER" }' },
  "an unknown level": { rules: { "@/elsewhere": "MAYBE" } },
  "a file that is no JSON": { rules: "{" },
  "a file that is a list": { rules: "[]" },
  "trusted by the environment": { rules: { "@/work": "DO_NOT_TRUST" }, env: { GEMINI_CLI_TRUST_WORKSPACE: "true" } },
  "not trusted by the environment": { rules: { "@/work": "TRUST_FOLDER" }, env: { GEMINI_CLI_TRUST_WORKSPACE: "false" } },
  "another word in the environment": { env: { GEMINI_CLI_TRUST_WORKSPACE: "1" } },
  "restricted mode": { env: { GEMINI_RESTRICTED_MODE: "true", GEMINI_CLI_TRUST_WORKSPACE: "true" } },
  "trust switched off": { rules: { "@/work": "DO_NOT_TRUST" }, settings: { security: { folderTrust: { enabled: false } } } },
  "another file": { rules: { "@/work": "DO_NOT_TRUST" }, env: { GEMINI_CLI_TRUSTED_FOLDERS_PATH: "@/other.json" } },
};

it("judges as the client does whether a folder is trusted", async () => {
  const made = Object.entries(cases).map(([name, one]) => ({ name, ...make(one) }));
  const asked = made.map(({ folder, env, enabled }) => ({ folder, env, enabled }));
  const { client: real } = await sharedClient();
  const answers = await real.trust(asked);
  const client = Object.fromEntries(made.map(({ name }, index) => [name, answers[index]]));
  expect(Object.fromEntries(made.map(({ name, ours }) => [name, ours]))).toEqual(client);
  expect(new Set(answers), "the cases bring about every answer").toEqual(new Set([true, false, "unknown", "refuses to start"]));
});

function make({ rules, env: given = {}, settings = {} }: Case) {
  const home = temporaryFolder();
  const here = (text: string) => text.replaceAll("@", home);
  const folder = join(home, "work", "project");
  for (const path of [folder, join(home, "work", "proj"), join(home, ".gemini")]) mkdirSync(path, { recursive: true });
  symlinkSync(join(home, "work"), join(home, "link"));
  if (rules !== undefined) {
    writeFileSync(join(home, ".gemini", "trustedFolders.json"), here(typeof rules === "string" ? rules : JSON.stringify(rules)));
  }
  writeFileSync(join(home, "other.json"), JSON.stringify({ [folder]: "TRUST_FOLDER" }));
  writeFileSync(join(home, ".gemini", "settings.json"), JSON.stringify(settings));
  const env = { GEMINI_CLI_HOME: home, ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, here(value)])) };
  const looking = lookingFrom({ projectDir: folder, env, signal: new AbortController().signal });
  const facts = lookAtTrust(lookAtSettings(looking).user, looking);
  const { status, message } = diagnoseGeminiTrust(facts);
  const refuses = status === "error" && !message.startsWith("The project's settings don't load");
  const ours = refuses ? "refuses to start" : ({ ok: true, warning: "unknown", error: false } as const)[status];
  return { folder, env, enabled: facts.enabled, ours };
}

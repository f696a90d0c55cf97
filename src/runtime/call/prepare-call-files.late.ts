import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { buildText } from "../command/build-text.js";
import type { PlaceholderScope } from "../command/placeholder-scope.js";
import type { CallContext, PreparedCall } from "../contract/call.js";
import type { ToolDefinition } from "../contract/definition.js";
import type { Problem } from "../contract/problem.js";
import type { Refusal } from "../contract/refusal.js";
import { userTempFolderPath } from "../io/user-temp-folder.js";
import { refuse } from "../refusal/refusal.late.js";

interface Own {
  readonly ok: true;
  /** The values that placeholders can use besides the arguments. */
  readonly scope: Pick<PlaceholderScope, "tempDir" | "temp" | "secrets">;
  readonly call: Pick<PreparedCall, "temporary" | "secrets">;
}

/** The secrets of a call, which must be set, and its own folder with the files that the templates define. */
export function prepareCallFiles(definition: ToolDefinition, scope: PlaceholderScope, { env }: Pick<CallContext, "env">): Own | Refusal {
  const secrets = readSecrets(definition, env);
  if (!secrets.ok) return secrets;
  const hidden = definition.secrets === undefined ? {} : { secrets: Object.values(secrets.values) };
  if (definition.tempDir === undefined) return { ok: true, scope: { secrets: secrets.values }, call: hidden };

  const folder = userTempFolderPath(env);
  if (folder === undefined) return refuse([{ code: "no-user-ids" }], "unsupportedPlatform");
  const tempDir = join(folder, `call-${randomBytes(16).toString("hex")}`);
  const written = { ...scope, specDir: scope.specDir, tempDir, secrets: secrets.values };
  const problems: Problem[] = [];
  const files = (definition.tempFiles ?? []).flatMap(({ name, suffix, text }) => {
    const built = buildText(text, written);
    if (!built.ok) problems.push(...built.problems);
    return built.ok && built.text !== undefined ? [{ name, path: join(tempDir, name + suffix), text: built.text }] : [];
  });
  if (problems.length > 0) return refuse(problems);
  const temp = Object.fromEntries(files.map(({ name, path }) => [name, path]));
  return { ok: true, scope: { tempDir, temp, secrets: secrets.values }, call: { ...hidden, temporary: { path: tempDir, files } } };
}

type Secrets = { readonly ok: true; readonly values: Readonly<Record<string, string>> } | Refusal;

function readSecrets({ secrets = {}, optionalSecrets = [] }: ToolDefinition, env: CallContext["env"]): Secrets {
  const missing = Object.entries(secrets).filter(([name]) => !env[name] && !optionalSecrets.includes(name));
  if (missing.length > 0) {
    return refuse(
      missing.map(([secret, description]) => ({ code: "missing-secret", secret, description })),
      "missingSecret",
    );
  }
  // A variable that isn't set counts as absent in templates.
  return { ok: true, values: Object.fromEntries(Object.keys(secrets).flatMap((name) => (env[name] ? [[name, env[name]]] : []))) };
}

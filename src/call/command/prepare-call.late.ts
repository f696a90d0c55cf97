import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { PreparedCall } from "../../contract/call.js";
import type { GuardKind, ToolDefinition, ValueGuard } from "../../contract/definition.js";
import { type JsonObject, mapAt } from "../../contract/json-value.js";
import type { Problem, Refusal } from "../../contract/problem.js";
import { userTempFolderPath } from "../../contract/user-file.js";
import { buildText, hasLoneSurrogate, loneSurrogate, maxArgumentBytes, type PlaceholderScope, type TextPart } from "../build-text.js";
import { refuse } from "../refusal.late.js";
import { readManagedSecret, type SecretSources } from "../user-settings.late.js";

interface Own {
  readonly ok: true;
  /** The values that placeholders can use besides the arguments. */
  readonly scope: Pick<PlaceholderScope, "tempDir" | "temp" | "secrets">;
  readonly call: Pick<PreparedCall, "temporary" | "secrets">;
}

/** The secrets of a call, which must be set, and its own folder with the files that the templates define. */
export function prepareCallFiles(definition: ToolDefinition, scope: PlaceholderScope, context: SecretSources): Own | Refusal {
  const secrets = readSecrets(definition, context);
  if (!secrets.ok) return secrets;
  const hidden = definition.secrets === undefined ? {} : { secrets: Object.values(secrets.values) };
  if (definition.tempDir === undefined) return { ok: true, scope: { secrets: secrets.values }, call: hidden };

  const folder = userTempFolderPath(context.env);
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

/** A variable that isn't set counts as absent in templates. A hook starts no manager: the server will. */
function readSecrets({ secrets = {}, optionalSecrets = [] }: ToolDefinition, sources: SecretSources): Secrets {
  const { env, via } = sources;
  const values: Record<string, string> = {};
  const problems: Problem[] = [];
  for (const [secret, description] of Object.entries(secrets)) {
    const managed = env[secret] || via === "hook" ? undefined : readManagedSecret(secret, sources);
    const value = managed?.ok ? managed.value : env[secret];
    if (value) values[secret] = value;
    else if (managed?.ok === false || !optionalSecrets.includes(secret))
      problems.push({ code: "missing-secret", secret, description, ...(managed?.ok === false && { reason: managed.reason }) });
  }
  return problems.length > 0 ? refuse(problems, "missingSecret") : { ok: true, values };
}

/** Refuses values that a program would read as more than a text. */
export function checkGuards(guards: readonly ValueGuard[], params: JsonObject): { readonly ok: true } | Refusal {
  const problems: Problem[] = [];
  for (const { param, kind, where } of guards) {
    mapAt(params, param, (value, at) => {
      const values = Array.isArray(value) ? value : [value];
      const wrong = values.find((one) => typeof one === "string" && refused[kind].test(one));
      if (wrong !== undefined) problems.push({ code: "guarded-value", name: at.join("."), value: String(wrong), kind, where });
      return value;
    });
  }
  return problems.length === 0 ? { ok: true } : refuse(problems);
}

const refused: Readonly<Record<GuardKind, RegExp>> = {
  file: /^(?:[@<]|fileb?:)/i,
  pipe: /^\s*[|!]/,
  setting: /=/,
  "file-setting": /=[@<]/,
  mark: /^[+!]/,
  colon: /^\+|:/,
  outside: /^[/\\~]|^[A-Za-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/,
  // What sqlite3 3.40.1 does with -safe: `.trace FILE`, tables that are ZIP files, and fsdir(), which reads files.
  "sql-file": /(?:^|\n)\.|\b(?:virtual|zipfile|fsdir|writable_schema)/i,
};

/** Returns the problems of an argument that was made of these parts. */
export function argumentProblems(argument: string, parts: readonly TextPart[]): readonly Problem[] {
  const problems: Problem[] = [];
  for (const { text, from } of parts) {
    if (from === undefined) continue;
    if (text.includes("\0")) problems.push({ code: "nul", name: from.name });
    if (hasLoneSurrogate(text)) problems.push(loneSurrogate(from.name));
  }
  const bytes = Buffer.byteLength(argument);
  if (bytes >= maxArgumentBytes) problems.push(tooLong(parts, bytes));

  const first = parts.find((part) => part.text !== "");
  if (first?.from?.mayDash === false && first.text.startsWith("-")) {
    problems.push({ code: "leading-dash", name: first.from.name, value: first.text });
  }
  return problems;
}

function tooLong(parts: readonly TextPart[], bytes: number): Problem {
  const fromValues = parts.filter((part) => part.from !== undefined).sort((a, b) => b.text.length - a.text.length);
  return { code: "long-argument", name: fromValues[0]?.from?.name, bytes, most: maxArgumentBytes - 1 };
}

/**
 * A key or a word of the language that has another name since a version. `path` leads to it from the top of a document,
 * and `*` is any step: a name of the author's, or an element of a list.
 */
export type Rename =
  | { readonly kind: "key"; readonly of: "spec" | "config"; readonly path: readonly string[]; readonly to: string; readonly since: string }
  | {
      readonly kind: "word";
      readonly of: "spec" | "config";
      readonly path: readonly string[];
      readonly from: string;
      readonly to: string;
      readonly since: string;
    };

/** Until the languages of `code` became a list (0.1.0), any word was accepted. These have one meaning. */
const languages: Readonly<Record<string, string>> = {
  shell: "sh",
  posix: "sh",
  Bash: "bash",
  powershell: "pwsh",
  python3: "python",
  py: "python",
  js: "javascript",
  node: "javascript",
  ts: "typescript",
  rb: "ruby",
  postgres: "sql",
  postgresql: "sql",
  mysql: "sql",
  sqlite: "sql",
};

/**
 * Every rename of the language. `toolgen migrate` applies them, and diagnostics name it. No key has another name yet. A
 * release that renames one adds it here, with its own version.
 */
export const renames: readonly Rename[] = Object.entries(languages).map(([from, to]) => ({
  kind: "word",
  of: "spec",
  path: ["code", "*"],
  from,
  to,
  since: "0.1.0",
}));

/** The new name of a key, if one of the allowed keys is it; `allowed` are the keys at that place. */
export const renamedKey = (key: string, allowed: readonly string[], table: readonly Rename[] = renames): Rename | undefined =>
  table.find((one) => one.kind === "key" && one.path.at(-1) === key && allowed.includes(one.to));

/** The new name of a word, if one of the accepted words is it. */
export const renamedWord = (word: string, accepted: readonly string[], table: readonly Rename[] = renames): Rename | undefined =>
  table.find((one) => one.kind === "word" && one.from === word && accepted.includes(one.to));

/** The help of a diagnostic for a former name. */
export const migrateHelp = ({ to, since }: Rename): string =>
  `Since toolgen ${since} it is \`${to}\`. Run \`toolgen migrate\` to change every spec.`;

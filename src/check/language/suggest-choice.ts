import { closest } from "../../runtime/text/closest.js";
import { codeLanguageWords } from "../programs/code-languages.js";
import type { ChoiceCode } from "./shape.js";

/** Words that authors write for a kind, a level or a language, by the accepted word. */
const words: Readonly<Partial<Record<ChoiceCode, Readonly<Record<string, readonly string[]>>>>> = {
  "unknown-kind": {
    read: ["get", "list", "view", "show", "open", "load", "cat", "readonly", "inspect"],
    edit: ["write", "create", "update", "modify", "change", "add", "insert", "append", "patch", "save", "replace", "put", "mutate"],
    delete: ["remove", "rm", "unlink", "destroy", "drop", "clear"],
    move: ["rename", "mv"],
    search: ["query", "find", "grep", "lookup", "filter"],
    execute: ["run", "exec", "call", "command", "shell", "script", "action", "build", "test", "deploy"],
    think: ["plan", "reason"],
    fetch: ["http", "request", "download", "web", "network", "api", "post"],
  },
  "unknown-risk": {
    safe: ["low", "none", "harmless", "readonly"],
    moderate: ["medium", "normal", "middle"],
    dangerous: ["high", "critical", "severe", "danger"],
  },
  "unknown-language": codeLanguageWords,
};

/** Returns the accepted word that an unknown one most likely means: a synonym precedes a word with similar letters. */
export function suggestChoice(text: string, { values, code }: { readonly values: readonly string[]; readonly code: ChoiceCode }) {
  const written = text.toLowerCase().replaceAll(/[-_ ]/g, "");
  const meant = Object.entries(words[code] ?? {}).find(([word, others]) => word === written || others.includes(written))?.[0];
  return meant ?? closest(text, values);
}

import { describe, isHarmless, isLasting } from "./entry-line.js";
import type { Entry } from "./proposal.js";

/** In the order in which GNU make looks for them. */
export const makefileNames = ["GNUmakefile", "makefile", "Makefile"] as const;

interface Target {
  readonly name: string;
  readonly comment: string | undefined;
}

/**
 * The targets of a Makefile that are commands rather than files: those of `.PHONY`, and those with a comment for
 * `make help`. In a Makefile without such marks, all targets whose names look like words are commands.
 */
export function makeTargets(text: string, file: string): readonly Entry[] {
  const { targets, phony } = read(text);
  const marked = (target: Target) => phony.has(target.name) || target.comment !== undefined;
  const chosen = targets.some(marked) ? targets.filter(marked) : targets.filter(({ name }) => /^\p{L}[\p{L}\w-]*$/u.test(name));
  return chosen
    .filter(({ name }) => name !== "help")
    .map(({ name, comment }): Entry => {
      return {
        prefix: "make",
        file,
        entry: name,
        description: describe(`make ${name}`, { comment }),
        kind: "execute",
        ...(isHarmless(name) ? { risk: "moderate" } : {}),
        ...(isLasting(name) ? { isBackground: true } : {}),
        command: ["make", name],
      };
    });
}

/** Returns the names of all targets that a command line can have, also of those that are files. */
export const makeTargetNames = (text: string): readonly string[] =>
  read(text)
    .targets.map(({ name }) => name)
    .filter((name) => !name.startsWith("."));

/** Patterns, variables, options and assignments aren't names: make would parse `a=b` as a variable. */
const isName = (name: string) => /^[\p{L}\p{N}_][\p{L}\p{N}_.@/+-]{0,99}$/u.test(name);

/** Lines of recipes, `define` blocks, assignments and conditions aren't rules. */
function read(text: string): { readonly targets: readonly Target[]; readonly phony: ReadonlySet<string> } {
  const targets = new Map<string, Target>();
  const phony = new Set<string>();
  let comment: string | undefined;
  let isDefining = false;
  for (const line of text
    .replaceAll("\r\n", "\n")
    .replaceAll(/\\\n[ \t]*/g, " ")
    .split("\n")) {
    if (/^ *(?:override +)?define\b/.test(line)) isDefining = true;
    const rule = isDefining || line.startsWith("\t") ? undefined : ruleOf(line);
    if (/^ *endef\b/.test(line)) isDefining = false;
    for (const name of rule?.names ?? []) {
      if (name === ".PHONY") for (const one of rule?.after ?? []) phony.add(one);
      const ownComment = rule?.comment ?? comment;
      if (isName(name) && (targets.get(name)?.comment === undefined || ownComment === undefined))
        targets.set(name, { name, comment: ownComment ?? targets.get(name)?.comment });
    }
    // A comment with two signs above a rule is for `make help`.
    comment = /^##+\s*(?:[\w.-]+:\s*)?(\S.*)$/.exec(line)?.[1];
  }
  return { targets: [...targets.values()], phony };
}

function ruleOf(line: string) {
  const [, before = "", after = ""] = /^([^\s:=#][^:=#]*?)\s*::?(?![:=])(.*)$/.exec(line) ?? [];
  const [prerequisites = "", ...comments] = after.split(/##+/);
  const isVariable = /^\s*(?:(?:export|override|private)\s+)*[\w.-]+\s*(?:[:+?!]|::|:::)?=/.test(prerequisites);
  if (before === "" || isVariable) return undefined;
  const comment = comments.join("##").trim();
  const needed = prerequisites.replace(/#.*$/, "").replace(/;.*$/, "");
  return { names: words(before), after: words(needed), comment: comment === "" ? undefined : comment };
}

const words = (text: string) => text.split(/\s+/).filter((word) => word !== "");

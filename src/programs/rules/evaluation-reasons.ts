import type { Evaluated, Prefixed } from "../arguments/argument.js";
import { type CodeLanguageName, leastRiskOf } from "../code-languages.js";
import { languageBy } from "../table/language-by.js";

/** Says what a program does with a value, and what the spec's author can write instead. */
export interface EvaluationReason {
  /** A verb and its object: `evaluates this argument`. */
  readonly does: string;
  readonly help: string;
}

/** Values of an input are program text. */
export const inputReason = (what: string, by: string, key: string): EvaluationReason => ({
  does: `evaluates ${what}`,
  help: `Write ${codeHelp(key, languageBy(by))} Or make it an enum or an integer, or give it to the program as an argument.`,
});

/** Values become a part of a file that programs run or obey. */
export const trustedFileReason = (file: string, key: string): EvaluationReason => ({
  does: `writes what it gets to '${file}', which programs run or obey because of its name`,
  help: `Write to another file. Or write ${codeHelp(key, "other")}`,
});

export const runReason = (program: string, key: string): EvaluationReason => ({
  does: "runs what its program text gets, because the text has a call that does",
  help: `Write the text without \`system\`, \`eval\` and the like. Or write ${codeHelp(key, languageBy(program))}`,
});

export const findingReason = (finder: string, runner: string, key: string): EvaluationReason => ({
  does: `runs the files that ${finder} finds by this argument`,
  help: `${chooseHelp} Or write ${codeHelp(key, languageBy(runner))}`,
});

export const prefixReason = ({ prefix, program }: Prefixed, key: string): EvaluationReason => ({
  does: `evaluates an argument that begins with '${prefix}'`,
  help: `List a file in \`paths\`, or write './' before it; give a text a \`pattern\` that can't begin so. Or write ${codeHelp(key, languageBy(program))}`,
});

export function argumentReason({ role, program, setting = "" }: Evaluated, key: string): EvaluationReason {
  switch (role) {
    case "text":
      return inputReason("this argument", program, key);
    case "file":
      return {
        does: "reads code from the file that this argument names",
        help: `${chooseHelp} Or write ${codeHelp(key, languageBy(program))}`,
      };
    case "program":
      return { does: "starts the program that this argument names", help: `${chooseHelp} Or write ${codeHelp(key, "sh")}` };
    case "pipe":
      return {
        does: "runs the file name in this argument as a command if it ends in '|'",
        help: `${pipeHelp} Or write ${codeHelp(key, "sh")}`,
      };
    case "setting": {
      const does = setting === "" ? "obeys the setting that this argument makes" : `obeys the setting '${setting}'`;
      return { does, help: `${chooseHelp} ${settingHelp} Or write ${codeHelp(key, "other")}` };
    }
  }
}

const chooseHelp = "Make it an enum of what is meant.";
const pipeHelp =
  "Give it a `pattern` that admits no `|`, `<` and `>`, such as `^[\\w./-]+$`. Or read the files with `while (<<>>)`, without -n and -p.";
const settingHelp = "docs/programs.md lists the settings that any value may set.";
const codeHelp = (key: string, language: CodeLanguageName): string =>
  `\`code: { ${/^\w+$/.test(key) ? key : JSON.stringify(key)}: ${language} }\`, and the tool is ${leastRiskOf(language, [])}.`;

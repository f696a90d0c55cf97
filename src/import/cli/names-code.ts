import { wordsIn } from "../words-in.js";

/** Words of names that mean a program or code in many programs: `--exec-batch`, `--diff-cmd`, `PROG_NAME`. */
const codeWords =
  /^(?:exec\w*|eval\w*|cmd\w*|\w*(?:cmd|command|hook)s?|(?!tran|post)\w*scripts?|(?!nut)\w*shell|prog|progname|programs?|code|executable|interpreter|pager|editor|browser|plugins?|preload|require|loader|rsh|askpass|formatter|extcmd)$/;

/** Names that mean it as a whole, or with their beginning: `--on-change`, `--after-build`. */
const codeNames =
  /^(?:(?:on|pre|post)(?:_\w+)?|(?:after|before)(?:_(?!date|time)\w+)?|run(?:_\w+)?|checkpoint_action|rmt_command|open_files_in_pager|upload_pack|receive_pack|external(?:_\w+)?|binary|javascript)$/;

/** Codes that are numbers or short words. */
const plainCodes = /(?:^|_)(?:exit|status|error|return|response|http|country|language|lang|currency|area|zip|postal)_code(?:s|_|$)/;

/** Returns true if a name of an option or of its value is one of a program or of code. */
export function namesCode(name: string): boolean {
  const words = wordsIn(name);
  const joined = words.join("_");
  return codeNames.test(joined) || (!plainCodes.test(joined) && words.some((word) => codeWords.test(word)));
}

/** The part of a description that says what a value is; manuals have pages below it. */
const mostRead = 500;

/** Returns true if a description says that a value is run. Where it is wrong, a user adds the option by hand. */
export function describesCode(description: string): boolean {
  const text = description.slice(0, mostRead).replaceAll(/\b(?:on|from|in|at|of|the) command[ -]line\b/gi, "");
  return (
    /\b(?:commands?|programs?|scripts?|code|expressions?|executables?) (?:to|that|line|which)\b/i.test(text) ||
    /\bevaluat|\bshell commands?\b|\bexecut(?:e|es|ed)\b/i.test(text)
  );
}

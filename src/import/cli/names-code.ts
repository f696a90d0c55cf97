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

/** Switches after which operands or the input are code: `--content-from-command`, `--exec`, `--as-script`. */
const codeSwitch =
  /(?:^|_)(?:from|as|via|through|by|with)_(?:cmds?|commands?|programs?|scripts?|code|shell|exec|filter_commands?)$|^(?:exec|execute|eval|evaluate|shell|sh|run|command|script|program)$|_(?:exec|eval)$/;
const codeSentence =
  /\b(?:interpret|treat|take|use|run|pass|read|regard|understand|handle|consider|parse)(?:s|ed|ing)?\b[^.;]{0,60}\bas (?:an? |the )?(?:[\w-]+ ){0,2}(?:commands?|programs?|scripts?|code|expressions?|executables?)\b|\b(?:PATH|FILE|ARG\w*|DIR|INPUT|STRING|TEXT|operands?|arguments?|stdin|standard input|each line|contents?)\b[^.;]{0,40}\b(?:is|are|be|gets?) (?:run|executed|evaluated|invoked)\b|\b(?:execut|evaluat|invok)(?:e|es|ing)\b (?:the )?(?:given |each |its )?(?:PATH|FILE|ARG\w*|INPUT|STRING|TEXT|operands?|arguments?|stdin|standard input|lines?|contents?)\b/i;

/** Returns true if a switch turns operands or the input into a program or code, by its name or its description. */
export const switchRunsOperands = (names: readonly string[], description: string): boolean =>
  names.some((name) => /^--(?!no)/.test(name) && codeSwitch.test(wordsIn(name).join("_"))) ||
  codeSentence.test(description.slice(0, mostRead));

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

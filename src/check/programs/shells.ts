import type { Evaluation, Program } from "./program.js";

const shell: Evaluation = { operands: ["file"], input: true, inputOptions: ["-s", "-i"], stops: true };
const posix: Evaluation = { ...shell, text: ["-c"], value: ["-o", "+o"], instead: ["-c"], checks: ["-n"], onlyInput: ["-s"], late: true };

const powershellDocs = "https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/";
const powershell: Evaluation = {
  text: ["-c", "-command", "-commandwithargs", "-cwa", "-encodedcommand", "-e", "-ec", "-encodedarguments"],
  file: ["-f", "-file", "-settingsfile", "-psconsolefile", "-configurationfile"],
  value: ["-executionpolicy", "-ex", "-ep", "-inputformat", "-outputformat", "-version", "-windowstyle", "-workingdirectory"],
  instead: ["-f", "-file"],
  input: true,
  stops: true,
  words: true,
  joins: true,
  anyCase: true,
};

/** Shells. They read a script from an operand, the value of `-c`, or their standard input. */
export const shells: readonly Program[] = [
  { names: ["sh", "dash", "ash", "ksh", "ksh93", "mksh", "yash", "rbash", "oksh", "posh"], source: "sh(1p)", ...posix },
  { names: ["bash"], source: "bash(1)", ...posix, value: ["-o", "+o", "-O", "+O"], file: ["--rcfile", "--init-file"] },
  { names: ["zsh"], source: "zsh(1)", ...posix },
  { names: ["csh", "tcsh"], source: "tcsh(1)", ...posix, value: [] },
  { names: ["osh", "ysh"], source: "https://oils.pub/release/latest/doc/", ...posix, value: ["-o", "+o", "-O"] },
  { names: ["xonsh"], source: "https://xon.sh/launch.html", ...shell, text: ["-c"], file: ["--rc", "-D"], instead: ["-c"] },
  {
    names: ["fish"],
    source: "fish(1)",
    ...shell,
    text: ["-c", "--command", "-C", "--init-command"],
    value: ["-d", "--debug", "-o", "--debug-output", "-f", "--features", "--profile", "--profile-startup"],
    instead: ["-c", "--command"],
  },
  {
    names: ["nu"],
    source: "https://www.nushell.sh/book/running_externals.html",
    ...shell,
    text: ["-c", "--commands", "-e", "--execute"],
    file: ["--config", "--env-config", "--plugin-config", "--plugins"],
    instead: ["-c", "--commands"],
  },
  { names: ["pwsh"], source: `${powershellDocs}about_pwsh`, ...powershell, operands: ["file"] },
  { names: ["powershell"], source: `${powershellDocs}about_powershell_exe`, ...powershell, operands: ["text", "..."] },
  {
    names: ["cmd"],
    source: "https://learn.microsoft.com/windows-server/administration/windows-commands/cmd",
    text: ["/c", "/k", "/r"],
    input: true,
    joins: true,
    words: true,
    anyCase: true,
  },
  {
    names: ["busybox", "toybox"],
    source: "https://busybox.net/downloads/BusyBox.html",
    operands: ["program"],
    stops: true,
  },
  { names: ["eval"], source: "eval(1p)", line: true, operands: ["text", "..."] },
  { names: ["source", "."], source: "dot(1p)", operands: ["file"] },
];

import { globsMatch } from "../packages/picomatch.js";

/** Whether a file is meant by a glob: by its name where the glob has no slash, else by its path below the folder that is searched. */
export function fileFilter(glob: string): (file: string) => boolean {
  const isMatch = globsMatch(glob.replace(/^\.?\//, ""), { basename: !glob.includes("/") });
  return (file) => isMatch(file);
}

/** Globs of names, without braces, that hold for all files of a glob: what any program can choose files by. None where there are no such. */
export function plainNames(glob: string): readonly string[] {
  const name = glob.slice(glob.lastIndexOf("/") + 1);
  const [, start = "", words, end = ""] = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(name) ?? [];
  const names = words === undefined ? [name] : words.split(",").map((word) => start + word + end);
  return names.every((one) => /^[\w.*?-]+$/.test(one) && !one.includes("**") && !one.includes("..")) ? names : [];
}

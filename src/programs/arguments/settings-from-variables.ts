import { findProgram } from "../table/find-program.js";
import { isHarmlessSetting } from "../table/roles.js";
import type { Argument } from "./argument.js";

/** A setting that a program takes from a variable: `alias.a` and `V` of `git --config-env=alias.a=V`. */
export interface SettingFromVariable {
  readonly index: number;
  readonly setting: string;
  readonly variable: string;
}

/** The settings that Git takes from variables, but those that can't run anything, whatever their value. */
export function settingsFromVariables(program: string, args: readonly Argument[]): readonly SettingFromVariable[] {
  const row = findProgram(program);
  if (row?.name !== "git") return [];
  const option = "--config-env";
  return args.flatMap(({ texts }, index) => {
    const isNext = args[index - 1]?.texts.some(({ text }) => text === option);
    return texts.flatMap(({ text }) => {
      const [, setting, variable] = (isNext ? /^([^=]+)=(\w+)$/ : /^--config-env=([^=]+)=(\w+)$/).exec(text) ?? [];
      const isKnown = setting !== undefined && variable !== undefined && !isHarmlessSetting(`${setting}=`, row.harmless);
      return isKnown ? [{ index, setting, variable }] : [];
    });
  });
}

import { type RepairRule, repairRules } from "../../runtime/contract/repair.js";

/** `file_path → path: A declared other name became the parameter.` */
export function repairLine({ rule, from, to }: { readonly rule: string; readonly from: string; readonly to?: string | undefined }): string {
  // A value that was parsed from a text as a whole keeps its path.
  const moved = to === undefined ? (from === "" ? "" : " → nothing") : to === from ? "" : ` → ${pathText(to)}`;
  return `${pathText(from)}${moved}: ${isRule(rule) ? repairRules[rule] : rule}`;
}

/** A rule may be another version's. */
const isRule = (rule: string): rule is RepairRule => Object.hasOwn(repairRules, rule);

const pathText = (path: string) => (path === "" ? "the arguments" : path === "*" ? "(some name)" : path);

import type { Evaluation, Role } from "../table/program.js";
import { isHarmlessSetting, isStandardInput } from "../table/roles.js";
import type { Argument, Evaluated, Prefixed } from "./argument.js";

/** A program that another one starts: its name, and the index of its first argument. */
export interface Start {
  readonly name: string;
  readonly from: number;
}

/** Collects what arguments give a program: texts that it evaluates, programs that it starts, its input. */
export class ArgumentFindings {
  readonly evaluated: Omit<Evaluated, "program">[] = [];
  readonly starts: Start[] = [];
  readonly prefixed: Omit<Prefixed, "program">[] = [];
  /** Texts of programs that are known at build time. */
  readonly lines: string[] = [];
  /** True if an argument makes the program read its program text from standard input. */
  asksForInput = false;
  /** True if an argument makes the program take operands for commands that it pipes to. */
  opensPipes = false;

  constructor(private readonly args: readonly Argument[]) {}

  /** Notes the program that an argument names. */
  start(index: number): void {
    for (const { text, open } of this.args[index]?.texts ?? []) {
      const [name = ""] = text.trim().split(/\s+/);
      if (!open && name !== "") this.starts.push({ name, from: index + 1 });
    }
  }

  /** Notes an argument that has a role. */
  use(index: number, role: Role, evaluation: Evaluation): void {
    for (const text of this.args[index]?.texts ?? []) this.useText(index, role, text, evaluation);
  }

  /** Notes a part of an argument that has a role. */
  useText(index: number, role: Role, { text, open }: Argument["texts"][number], evaluation: Evaluation): void {
    if (role === "file" && !open && isStandardInput(text)) this.asksForInput = true;
    if (role === "text" && !open) this.lines.push(text);
    if (["text", "file", "program"].includes(role) && !open && evaluation.inputText?.test(text)) this.asksForInput = true;
    if (role === "text" && evaluation.pipeText?.test(text) === true) this.opensPipes = true;
    if (role === "output") {
      // The author's text before the value makes a name of it.
      const sets = open && text === "" ? ["|", "!"] : [];
      const before = this.args[index]?.texts.find(({ open }) => open)?.text ?? "";
      for (const rest of sets) this.prefixed.push({ index, prefix: `${before}${rest}`, rest });
      return;
    }
    if (role === "value" || (role === "setting" && isHarmlessSetting(text, evaluation.harmless))) return;
    const fed = this.args[index]?.fed === true ? { fed: true } : {};
    this.evaluated.push(role === "setting" ? { index, role, ...fed, setting: text.split("=")[0] ?? "" } : { index, role, ...fed });
  }
}

/** The value of an option. */
export interface OptionValue {
  /** Its name in the help: `FILE`, `int`, `always|never`. */
  readonly name: string;
  readonly isOptional: boolean;
  /** It is written without a space behind the option: `--color=WHEN`, `-n5`. */
  readonly attachment: "=" | "" | " ";
  /** The help shows that several values may follow: `FILE...`. */
  readonly isRepeated: boolean;
}

/** An option as a help text or a manual page describes it. */
export interface HelpOption {
  /** Its names with their dashes, in the order of the text: `-n`, `--lines`. */
  readonly names: readonly string[];
  readonly value: OptionValue | undefined;
  readonly description: string;
  /** The text has it as `--[no-]name`. */
  readonly hasNegation: boolean;
  /** The title of the list that it is in, in small letters. */
  readonly section: string;
}

/** An argument that is not an option, or the `--` that stands before some. */
export type UsageOperand = { readonly kind: "dashes" } | HelpOperand;

export interface HelpOperand {
  readonly kind: "operand";
  readonly name: string;
  readonly isRequired: boolean;
  readonly isRepeated: boolean;
  /** The texts that the usage line allows: `create|list`. */
  readonly choices: readonly string[];
}

/** One form of a command's usage. */
export interface Usage {
  readonly text: string;
  readonly options: readonly HelpOption[];
  /** The options that this form needs. */
  readonly required: readonly string[];
  readonly repeated: readonly string[];
  readonly operands: readonly UsageOperand[];
  /** Names of options of which a call may have one. */
  readonly exclusive: readonly (readonly string[])[];
}

/** Libraries that parse options. What they accept is known beyond what a help text says. */
export type OptionParser = "argparse" | "clap" | "click" | "cobra" | "getopt" | "unknown";

/** The facts in a help text or a manual page. */
export interface ProgramHelp {
  readonly parser: OptionParser;
  readonly description: string;
  readonly usages: readonly Usage[];
  readonly options: readonly HelpOption[];
  /** Descriptions of operands, by their names in small letters. */
  readonly operands: Readonly<Record<string, string>>;
  readonly commands: readonly string[];
  /** Lines that look like options, but have another form. */
  readonly unread: readonly string[];
}

// Everything that `toolgen dev` and its page send each other. Texts are printable, unless a comment says otherwise.

/** The difference between two states of the page, as the browser applies it. */
export type PageMessage =
  | {
      readonly kind: "tools";
      readonly changed: Readonly<Record<string, string>>;
      readonly removed: readonly string[];
      readonly summary: string;
    }
  | { readonly kind: "errors"; readonly text: string }
  /** The page itself is another one: other filters, another server. */
  | { readonly kind: "reload" }
  | { readonly kind: "calls"; readonly log: CallLog }
  | { readonly kind: "repairs"; readonly statistics: RepairStatistics };

/** Calls of the audit log. */
export interface CallLog {
  /** Where the log is, and sentences about what is missing in it. */
  readonly file: string;
  readonly notes: readonly string[];
  /** The calls that are new or have another end, the newest first. */
  readonly calls: readonly LoggedCall[];
}

/** A call of this project, as `toolgen audit` shows it. */
export interface LoggedCall {
  readonly id: string;
  readonly time: string;
  readonly tool: string;
  readonly via: string;
  readonly ended: string;
  readonly isDone: boolean;
  readonly duration: string;
  readonly why: string;
}

/** The mistakes of models, as `toolgen repairs` shows them. */
export interface RepairStatistics {
  readonly notes: readonly string[];
  readonly tools: readonly RepairsOfTool[];
}

export interface RepairsOfTool {
  readonly tool: string;
  readonly summary: string;
  readonly sections: readonly { readonly title: string; readonly lines: readonly string[] }[];
}

/** The facts about a tool for its form. */
export interface ToolFacts {
  readonly fields: readonly FormField[];
  /** As the spec has it. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** A field of a tool's form. Names and values are as the spec has them. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  /** True if what is typed is the value itself. Else it is JSON. */
  readonly isText: boolean;
  /** The values that can be chosen, as JSON. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

/** The steps of a call before anything runs, for people. */
export interface InspectedCall {
  /** A line for each repair, and nothing if the arguments were right. */
  readonly repairs: readonly string[];
  /** The repaired arguments as JSON. */
  readonly params?: string;
  readonly decision?: CallDecisionFacts;
  /** The command or the request as printable JSON, as `toolgen call --dry-run` describes it. */
  readonly call?: string;
  /** The question to the user before it runs. */
  readonly question?: CallQuestion;
  /** Why there is no call, in the words that a model gets. */
  readonly refusal?: string;
}

/** The question whether a call may run, in sentences. */
export interface CallQuestion {
  /** The effect in words, before the text of it. */
  readonly what: string;
  /** The command, the request or the arguments of the handler, with everything. */
  readonly text: string;
  /** Where it happens, and which files it reads and writes. */
  readonly where: readonly string[];
  readonly why: string;
}

export interface CallDecisionFacts {
  readonly decision: "allow" | "ask" | "deny";
  readonly level: string;
  readonly rule: string;
  readonly impact?: string;
}

/** The answer to a look at a call. */
export interface CallOffer extends InspectedCall {
  /** The name by which the call can be executed once. */
  readonly offer?: string;
  readonly mustConfirm?: boolean;
}

/** The answer to a call that was to run: why it didn't, or what each client gets of its result. */
export type RunAnswer = { readonly ok: false; readonly text: string } | { readonly ok: true; readonly results: readonly ClientResult[] };

/** A result as a client gets it. */
export interface ClientResult {
  readonly client: string;
  /** Who this is, in a sentence. */
  readonly about: string;
  readonly isError: boolean;
  /** The parts that the client gets, by the names that its interface has. */
  readonly parts: readonly { readonly name: string; readonly text: string }[];
}

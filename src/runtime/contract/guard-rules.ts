/** How the filters at the end of a model's shell command are treated. */
export interface GuardRules {
  /** The parameter that holds the command. */
  readonly param: string;
  /** Milliseconds after which a command counts as slow: its whole output is worth more than the filtered one. */
  readonly slowMs: number;
  /** The programs that count as filters. */
  readonly extractors: readonly string[];
}

/** How the filters that a model puts behind a shell command are treated. */
export interface GuardRules {
  /** The parameter that holds the command. */
  readonly param: string;
  /** Milliseconds from which on a command is slow: its whole output is worth more than the filtered one. */
  readonly slowMs: number;
  /** The programs that count as filters. */
  readonly extractors: readonly string[];
}

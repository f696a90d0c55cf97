/** What went wrong with a source of tools, for people. Everything else works on. */
export interface RegistryProblem {
  /** `toolDiscoveryCommand`, `mcpServers.NAME`, the `generated` folder, or the name of a tool. */
  readonly source: string;
  readonly message: string;
}

export type ReportProblem = (problem: RegistryProblem) => void;

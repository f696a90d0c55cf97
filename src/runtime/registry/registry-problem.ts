/** A problem of a source of tools, for users. Everything else keeps working. */
export interface RegistryProblem {
  /** `toolDiscoveryCommand`, `mcpServers.NAME`, the `generated` folder, or the name of a tool. */
  readonly source: string;
  readonly message: string;
}

export type ReportProblem = (problem: RegistryProblem) => void;

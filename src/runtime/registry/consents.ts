import { ToolConfirmationOutcome } from "../tool/confirmation.js";

/** What users allowed for as long as a registry lives: tools, and whole MCP servers. */
export class Consents {
  readonly #servers = new Set<string>();
  readonly #tools = new Set<string>();

  has({ tool, server }: ConsentSubject): boolean {
    return this.#tools.has(tool) || (server !== undefined && this.#servers.has(server));
  }

  /** Takes an answer; only those that say "always" are remembered. */
  remember(outcome: ToolConfirmationOutcome, { tool, server }: ConsentSubject): void {
    const { ProceedAlways, ProceedAlwaysAndSave, ProceedAlwaysServer, ProceedAlwaysTool } = ToolConfirmationOutcome;
    if (outcome === ProceedAlwaysServer && server !== undefined) this.#servers.add(server);
    const forTool: readonly ToolConfirmationOutcome[] = [ProceedAlways, ProceedAlwaysAndSave, ProceedAlwaysTool];
    if (forTool.includes(outcome)) this.#tools.add(tool);
  }
}

export interface ConsentSubject {
  /** The name under which it is registered. */
  readonly tool: string;
  readonly server?: string;
}

import type { ElicitationHandler } from "../../runtime/registry/mcp/elicitation.js";

/**
 * Asks at the terminal what MCP servers want to know. The registry connects to them before the terminal is open, and
 * tells them then whether a user can be asked.
 */
export class TerminalElicitation {
  #ask: ElicitationHandler | undefined;

  readonly handler: ElicitationHandler = async (request, options) => (await this.#ask?.(request, options)) ?? { action: "cancel" };

  open(ask: ElicitationHandler): void {
    this.#ask = ask;
  }

  close(): void {
    this.#ask = undefined;
  }
}

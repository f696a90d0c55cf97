import { isDeepStrictEqual } from "node:util";
import { ToolConfirmationOutcome } from "../contract/confirmation.js";
import type { RiskLevel } from "../contract/risk.js";
import { riskLevels } from "../contract/risk-settings.js";
import { type ApprovalScope, type CallRisk, isInScope } from "./call-risk.js";

/** A call that the user has answered or will be asked about. */
export interface ApprovedCall {
  /** The name under which the tool is registered. */
  readonly tool: string;
  /**
   * The approval scope, if more is known about the call than its tool: "always" then covers such calls, and for an MCP
   * server's tool only as long as its declaration stays the same.
   */
  readonly risk?: CallRisk;
}

/** Saves an approval for later processes. Returns the reason if that failed. */
export type SaveApproval = (subject: ApprovedCall) => Promise<string | undefined>;

/** Every call of a tool. */
const anyCall: ApprovalScope = { when: [], exactly: false };

/** Calls that were approved, of a tool as it was declared then. */
interface Allowed {
  readonly scope: ApprovalScope;
  /**
   * The level that the user saw: after a change of the spec or settings such calls may have a higher one. `undefined`:
   * any level.
   */
  readonly level: RiskLevel | undefined;
  readonly declared: string | undefined;
  readonly isToBeSaved: boolean;
}

/**
 * The users' approvals as long as a registry lives: of calls, of tools, and of MCP servers with the tools that they
 * declared. They don't affect denied calls.
 */
export class Approvals {
  /** The declaration hashes of tools that were approved with their server. */
  readonly #servers = new Map<string, ReadonlySet<string>>();
  readonly #tools = new Map<string, readonly Allowed[]>();
  readonly #save: SaveApproval | undefined;
  readonly #onProblem: (tool: string, problem: string) => void;

  /** `save` stores approvals; `onProblem` is called if that fails. */
  constructor({
    save,
    onProblem = () => {},
  }: { readonly save?: SaveApproval; readonly onProblem?: (tool: string, problem: string) => void } = {}) {
    this.#save = save;
    this.#onProblem = onProblem;
  }

  has(subject: ApprovedCall): boolean {
    const origin = subject.risk?.origin;
    if (origin !== undefined && this.#servers.get(origin.server)?.has(origin.declared)) return true;
    return this.#allowed(subject).some(({ declared }) => declared === origin?.declared);
  }

  /**
   * Returns true if a call was approved for an earlier declaration of its tool, or for a tool that its server hadn't
   * declared.
   */
  hasLapsed(subject: ApprovedCall): boolean {
    const server = subject.risk?.origin?.server;
    const wasAllowed = this.#allowed(subject).length > 0 || (server !== undefined && this.#servers.has(server));
    return wasAllowed && !this.has(subject);
  }

  /**
   * Records an answer. Only "always" answers are kept. An approval that can't be saved is still kept in this process.
   */
  async remember(outcome: ToolConfirmationOutcome, subject: ApprovedCall): Promise<void> {
    const { ProceedAlways, ProceedAlwaysAndSave, ProceedAlwaysServer, ProceedAlwaysTool } = ToolConfirmationOutcome;
    const { tool, risk } = subject;
    const { origin } = risk ?? {};
    if (outcome === ProceedAlwaysServer && origin !== undefined)
      this.#servers.set(origin.server, new Set([...(this.#servers.get(origin.server) ?? []), ...origin.ofServer, origin.declared]));
    if (outcome === ProceedAlwaysTool)
      this.#allow(tool, { scope: anyCall, level: undefined, declared: origin?.declared, isToBeSaved: false });
    if (outcome !== ProceedAlways && outcome !== ProceedAlwaysAndSave) return;
    const isToBeSaved = outcome === ProceedAlwaysAndSave;
    const allowed = { scope: risk?.scope ?? anyCall, level: risk?.level, declared: origin?.declared, isToBeSaved };
    // A tool may have recorded the answer itself, before the code that asks does.
    if (this.#tools.get(tool)?.some((one) => isDeepStrictEqual(one, allowed))) return;
    this.#allow(tool, allowed);
    if (!isToBeSaved) return;
    const problem = this.#save === undefined ? "There is no settings file to save it in." : await this.#save(subject);
    if (problem !== undefined) this.#onProblem(tool, `The approval for ${tool} holds until this run ends, and isn't saved: ${problem}`);
  }

  #allow(tool: string, allowed: Allowed): void {
    this.#tools.set(tool, [...(this.#tools.get(tool) ?? []), allowed]);
  }

  /** Returns the approvals of similar calls, whatever their tool declares. */
  #allowed({ tool, risk }: ApprovedCall): readonly Allowed[] {
    return (this.#tools.get(tool) ?? []).filter(({ scope, level }) => isInScope(scope, risk?.seen ?? {}) && isWithin(risk?.level, level));
  }
}

const isWithin = (level: RiskLevel | undefined, most: RiskLevel | undefined): boolean =>
  level === undefined || most === undefined || riskLevels.indexOf(level) <= riskLevels.indexOf(most);

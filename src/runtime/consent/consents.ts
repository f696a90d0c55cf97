import { ToolConfirmationOutcome } from "../tool/confirmation.js";
import { type Alike, type CallRisk, isAlike } from "./call-risk.js";

/** A call that somebody answered for, or is about to be asked about. */
export interface ConsentSubject {
  /** The name under which the tool is registered. */
  readonly tool: string;
  /** The alias of the MCP server that it is of. */
  readonly server?: string;
  /** Where more is known of the call than its tool: then "always" is about calls like it. */
  readonly risk?: CallRisk;
}

/** Keeps a consent for later processes. Answers why it couldn't, in a sentence. */
export type SaveConsent = (subject: ConsentSubject) => Promise<string | undefined>;

/** Every call of a tool. */
const anyCall: Alike = { when: [], exactly: false };

/** What users allowed for as long as a registry lives: calls, tools, and whole MCP servers. It makes nothing of what is denied. */
export class Consents {
  readonly #servers = new Set<string>();
  readonly #tools = new Map<string, readonly Alike[]>();
  readonly #save: SaveConsent | undefined;
  readonly #tell: (tool: string, problem: string) => void;

  /** `save` is for what is to be kept; `tell` hears of what couldn't be. */
  constructor({ save, tell = () => {} }: { readonly save?: SaveConsent; readonly tell?: (tool: string, problem: string) => void } = {}) {
    this.#save = save;
    this.#tell = tell;
  }

  has({ tool, server, risk }: ConsentSubject): boolean {
    if (server !== undefined && this.#servers.has(server)) return true;
    const allowed = this.#tools.get(tool) ?? [];
    return allowed.some((alike) => isAlike(alike, risk?.seen ?? {}));
  }

  /** Takes an answer; only those that say "always" are remembered. What can't be saved is remembered all the same. */
  async remember(outcome: ToolConfirmationOutcome, subject: ConsentSubject): Promise<void> {
    const { ProceedAlways, ProceedAlwaysAndSave, ProceedAlwaysServer, ProceedAlwaysTool } = ToolConfirmationOutcome;
    const { tool, server, risk } = subject;
    if (outcome === ProceedAlwaysServer && server !== undefined) this.#servers.add(server);
    if (outcome === ProceedAlwaysTool) this.#allow(tool, anyCall);
    if (outcome !== ProceedAlways && outcome !== ProceedAlwaysAndSave) return;
    this.#allow(tool, risk?.alike ?? anyCall);
    if (outcome !== ProceedAlwaysAndSave) return;
    const problem = this.#save === undefined ? "There are no settings here that it could be saved in." : await this.#save(subject);
    if (problem !== undefined) this.#tell(tool, `What was allowed for ${tool} holds until this run ends, and isn't saved: ${problem}`);
  }

  #allow(tool: string, alike: Alike): void {
    this.#tools.set(tool, [...(this.#tools.get(tool) ?? []), alike]);
  }
}

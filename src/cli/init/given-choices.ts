import type { ClientId } from "../../clients/client-ids.js";
import type { CiJob } from "../../emit/scaffold/ci-job.js";
import type { Proposal } from "../../init/proposal.js";
import { closest } from "../../runtime/text/closest.js";
import { UsageError } from "../usage-error.js";
import type { DetectedProject } from "./detect-project.js";
import type { Choices } from "./plan-files.js";

export interface ChoiceOptions {
  readonly yes?: true;
  /** Names, separated by commas. */
  readonly tools?: string;
  readonly all?: true;
  readonly none?: true;
  readonly client?: readonly (ClientId | "none")[];
  readonly ci?: CiJob["host"] | "none";
}

/** The choices of the command line; `undefined` for those that it doesn't make. */
export interface GivenChoices {
  readonly tools: readonly Proposal[] | undefined;
  readonly clients: readonly ClientId[] | undefined;
  readonly ci: CiJob["host"] | "none" | undefined;
}

/** Reads the choices on the command line, and those that `--yes` implies. */
export function givenChoices({ yes, tools, all, none, client, ci }: ChoiceOptions, detected: DetectedProject): GivenChoices {
  const { proposals, clients, repository } = detected;
  const suggested = yes ? suggestedTools(proposals) : undefined;
  return {
    tools: all ? proposals : none ? [] : tools === undefined ? suggested : namedTools(tools, proposals),
    clients: client === undefined ? (yes ? clients : undefined) : [...new Set(client)].filter((id): id is ClientId => id !== "none"),
    ci: ci ?? (yes ? (repository?.ci ?? "none") : undefined),
  };
}

/** If no user can be asked, missing choices write nothing. */
export const choicesWithoutAsking = ({ tools, clients, ci }: GivenChoices): Choices => ({
  tools: tools ?? [],
  clients: clients ?? [],
  ci: ci === "none" ? undefined : ci,
});

/** The tools that most projects want to offer: those that test, check or build, and those that only read. */
export const suggestedTools = (proposals: readonly Proposal[]): readonly Proposal[] =>
  proposals.filter(({ kind, risk, isBackground }) => (kind === "read" || risk !== undefined) && isBackground === undefined);

function namedTools(list: string, proposals: readonly Proposal[]): readonly Proposal[] {
  const names = list.split(",").map((name) => name.trim());
  for (const name of names) {
    if (proposals.some((proposal) => proposal.name === name)) continue;
    const proposedNames = proposals.map((proposal) => proposal.name);
    const suggestion = closest(name, proposedNames);
    const hint =
      proposedNames.length === 0 ? "No command of this project was found that could be one." : `There are: ${proposedNames.join(", ")}.`;
    throw new UsageError(
      `'${name}' is not a tool that was found here.${suggestion === undefined ? "" : ` Did you mean '${suggestion}'?`}`,
      hint,
    );
  }
  return proposals.filter(({ name }) => names.includes(name));
}

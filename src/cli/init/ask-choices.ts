import { confirm, log, multiselect, select } from "@clack/prompts";
import { agentClients } from "../../clients/agent-clients.js";
import type { AgentClient } from "../../clients/client.js";
import type { ClientId } from "../../clients/client-ids.js";
import { printable } from "../../contract/display-text.js";
import { terminalText } from "../io/format-text.js";
import { askTyped } from "../io/typed-input.js";
import { type DetectedProject, type GivenChoices, suggestedTools } from "./detect-project.js";
import type { Choices } from "./plan-files.js";

/** Asks on the terminal for choices that the command line doesn't make. */
export async function askChoices(detected: DetectedProject, given: GivenChoices): Promise<Choices> {
  const tools = given.tools ?? (await askTools(detected));
  const clients = given.clients ?? (await askClients(detected));
  const ci = given.ci ?? (await askCi(detected));
  return { tools, clients, ci: ci === "none" ? undefined : ci };
}

async function askTools({ proposals }: DetectedProject): Promise<Choices["tools"]> {
  if (proposals.length === 0) return [];
  const answer = await askTyped((streams) =>
    multiselect({
      ...streams,
      message: "Which of this project's commands should become tools? (Space selects, Enter goes on)",
      options: proposals.map(({ name, file, description }) => ({ value: name, label: name, hint: printable(`${file}: ${description}`) })),
      initialValues: suggestedTools(proposals).map(({ name }) => name),
      required: false,
      maxItems: 15,
    }),
  );
  return proposals.filter(({ name }) => answer.includes(name));
}

async function askClients({ clients }: DetectedProject): Promise<readonly ClientId[]> {
  const all = agentClients.filter(({ project }) => project !== undefined);
  const isFound = ({ id }: AgentClient) => clients.includes(id);
  const offered = [...all.filter(isFound), ...all.filter((client) => !isFound(client))];
  const isSelected = clients.length > 0 ? "those found here are selected" : "none was found here; Enter takes the selected one";
  return askTyped((streams) =>
    multiselect({
      ...streams,
      message: `Which clients should see the tools? (${isSelected})`,
      options: offered.map(({ id, label }) => ({ value: id, label })),
      initialValues: clients.length > 0 ? [...clients] : offered.slice(0, 1).map(({ id }) => id),
      required: false,
    }),
  );
}

async function askCi({ repository }: DetectedProject): Promise<NonNullable<GivenChoices["ci"]>> {
  return askTyped((streams) =>
    select<NonNullable<GivenChoices["ci"]>>({
      ...streams,
      message: "Add a CI job that checks the build and the examples?",
      options: [
        { value: "github", label: "GitHub Actions" },
        { value: "gitlab", label: "GitLab CI" },
        { value: "none", label: "No job" },
      ],
      initialValue: repository?.ci ?? "none",
    }),
  );
}

/** Shows what is about to be written, and asks for confirmation. */
export const askToWrite = (shown: string): Promise<boolean> => askWith(shown, { message: "Write these files?" });

/** Shows what is about to be done, and asks for confirmation. */
export async function askWith(shown: string, question: { readonly message: string; readonly initialValue?: boolean }): Promise<boolean> {
  log.message(terminalText(shown.trimEnd()), { output: process.stderr });
  return askTyped((streams) => confirm({ ...streams, ...question }));
}

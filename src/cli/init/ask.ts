import { confirm, isCancel, log, multiselect } from "@clack/prompts";
import { clientSetups } from "../../init/clients.js";
import { type Given, suggestedTools } from "./choose.js";
import type { Sight } from "./look-around.js";
import type { Choices } from "./plan-files.js";

/** Questions and their answers go to standard error: standard output has the result alone. */
const streams = { input: process.stdin, output: process.stderr } as const;

/** Asks on the terminal what the command line leaves open. `undefined`: the user ended it, and nothing is to be written. */
export async function askChoices(sight: Sight, given: Given): Promise<Choices | undefined> {
  const tools = given.tools ?? (await askTools(sight));
  if (tools === undefined) return undefined;
  const clients = given.clients ?? (await askClients(sight));
  if (clients === undefined) return undefined;
  const ci = given.ci ?? (await askCi(sight));
  return ci === undefined ? undefined : { tools, clients, ci: ci === "none" ? undefined : ci };
}

async function askTools({ proposals }: Sight): Promise<Choices["tools"] | undefined> {
  if (proposals.length === 0) return [];
  const answer = await multiselect({
    ...streams,
    message: "Which of this project's commands should become tools? (Space selects, Enter goes on)",
    options: proposals.map(({ name, file, description }) => ({ value: name, label: name, hint: `${file}: ${description}` })),
    initialValues: suggestedTools(proposals).map(({ name }) => name),
    required: false,
    maxItems: 15,
  });
  return isCancel(answer) ? undefined : proposals.filter(({ name }) => answer.includes(name));
}

async function askClients({ clients }: Sight): Promise<readonly string[] | undefined> {
  const found = clientSetups.filter(({ id }) => clients.includes(id));
  if (found.length === 0) return [];
  const answer = await multiselect({
    ...streams,
    message: "Which of the clients found here should see the tools?",
    options: found.map(({ id, label, file }) => ({ value: id, label, hint: file })),
    initialValues: found.map(({ id }) => id),
    required: false,
  });
  return isCancel(answer) ? undefined : answer;
}

async function askCi({ repository }: Sight): Promise<NonNullable<Given["ci"]> | undefined> {
  const host = repository?.ci;
  if (host === undefined) return "none";
  const service = { github: "GitHub Actions", gitlab: "GitLab CI" }[host];
  const answer = await confirm({ ...streams, message: `Add a job for ${service} that checks the build and the examples?` });
  return isCancel(answer) ? undefined : answer ? host : "none";
}

/** Shows what is about to be written, and asks whether to. */
export async function askConsent(shown: string): Promise<boolean> {
  log.message(shown.trimEnd(), streams);
  const answer = await confirm({ ...streams, message: "Write these files?" });
  return answer === true;
}

import type { CallOffer, RunAnswer } from "../../../src/cli/dev/page-messages.js";
import type { DevProcess } from "./dev-server.js";

/** The parts of one client's result by their names, as the page shows them, and whether it is an error. */
export type ShownResult = Readonly<Record<string, string | boolean>>;

/** Runs a call as the page does. Returns the result of each client by its name. */
export async function runCall(project: DevProcess, tool: string, args: object): Promise<Readonly<Record<string, ShownResult>>> {
  const headers = { "content-type": "application/json", origin: new URL(project.url).origin };
  const post = async <Answer>(path: string, body: object) =>
    (await (await fetch(`${project.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json()) as Answer;
  const { offer } = await post<CallOffer>("inspect", { tool, text: JSON.stringify(args) });
  const answer = await post<RunAnswer>("run", { offer, confirmed: true });
  if (!answer.ok) throw new Error(answer.text);
  return Object.fromEntries(
    answer.results.map(({ client, isError, parts }) => [
      client,
      { ...Object.fromEntries(parts.map(({ name, text }) => [name, text])), failed: isError },
    ]),
  );
}

/** A result as text, without the names of files of full outputs, which differ in each call. */
export const comparable = (value: unknown) => JSON.stringify(value)?.replaceAll(/\/[^\s"\\]*toolgen[^\s"\\]*/g, "FILE");

/** A part that is shown as JSON. */
export const read = (text: string | boolean | undefined) => (typeof text === "string" ? JSON.parse(text) : undefined);

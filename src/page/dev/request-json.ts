/**
 * Sends a request to the server of the page, which decides the type of the answer. The address of the page, with its
 * token, is where the server answers.
 */
export async function requestJson<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(
    new URL(path, location.origin + location.pathname),
    body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  );
  if (!response.ok) throw new Error(`toolgen dev answered with ${response.status}.`);
  return (await response.json()) as Answer;
}

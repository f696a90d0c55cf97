const timeoutMs = 5_000;
const maxBytes = 1024 * 1024;

/** Reads a small JSON document of the issuer. Rejects for redirects, and for any status but 200. */
export async function fetchJson(url: string): Promise<unknown> {
  const headers = { accept: "application/json, application/jwk-set+json" };
  const response = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    throw new Error(`${url} does not answer (${cause instanceof Error ? cause.message : String(cause)})`);
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${url} answers with status ${response.status}`);
  }
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxBytes) throw new Error(`${url} answers with more than 1 MiB`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${url} does not answer with JSON`);
  }
}

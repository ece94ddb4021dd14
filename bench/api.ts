/** A server to measure, and a key for it. */
export interface Api {
  readonly origin: string;
  readonly key: string;
}

/** Calls the API. Resolves to the response body and the milliseconds until it was received. */
export async function timed<Answer>(
  { origin, key }: Api,
  path: string,
  body: unknown,
): Promise<{ answer: Answer; milliseconds: number }> {
  const sent = JSON.stringify(body);
  const start = performance.now();
  const response = await fetch(`${origin}${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: sent,
  });
  const text = await response.text();
  const milliseconds = performance.now() - start;
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${text}`);
  return { answer: JSON.parse(text) as Answer, milliseconds };
}

export async function post<Answer>(api: Api, path: string, body: unknown): Promise<Answer> {
  const { answer } = await timed<Answer>(api, path, body);
  return answer;
}

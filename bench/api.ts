import { once } from "node:events";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { text as textOf } from "node:stream/consumers";

/** A server to measure, and a key for it. */
export interface Api {
  readonly origin: string;
  readonly key: string;
}

/** One connection for calls in turn. `fetch` would take longer than the server for small responses. */
const agent = new Agent({ keepAlive: true });

/** Calls the API. Resolves to the response body and the milliseconds until it was received. */
export async function timed<Answer>(
  { origin, key }: Api,
  path: string,
  body: unknown,
): Promise<{ answer: Answer; milliseconds: number }> {
  const sent = JSON.stringify(body);
  const start = performance.now();
  const request = httpRequest(`${origin}${path}`, {
    agent,
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
  });
  request.end(sent);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const text = await textOf(response);
  const milliseconds = performance.now() - start;
  const { statusCode } = response;
  if (statusCode !== 200 && statusCode !== 201)
    throw new Error(`POST ${path} answered ${statusCode}: ${text}`);
  return { answer: JSON.parse(text) as Answer, milliseconds };
}

export async function post<Answer>(api: Api, path: string, body: unknown): Promise<Answer> {
  const { answer } = await timed<Answer>(api, path, body);
  return answer;
}

import type { Answer } from "../api-client";

/** The outcome of a request: certainly done, certainly not done, or unknown. */
export type Outcome = "acknowledged" | "refused" | "unknown";

export interface Attempt<Body> {
  readonly outcome: Outcome;
  /** Missing if the connection was refused or cut. */
  readonly answer?: Answer<Body>;
  /** The system's error code if there is no response, such as `ECONNRESET`. */
  readonly reason?: string;
}

/** Classifies the result of a call. Throws for defects under any circumstances: a 500, or an incomplete 503. */
export async function attempt<Body>(call: Promise<Answer<Body>>): Promise<Attempt<Body>> {
  let answer: Answer<Body>;
  try {
    answer = await call;
  } catch (error) {
    const reason = reasonOf(error);
    // A refused connection has sent nothing.
    return { outcome: reason === "ECONNREFUSED" ? "refused" : "unknown", reason };
  }
  if (answer.status < 500) return { outcome: answer.status < 400 ? "acknowledged" : "refused", answer };
  const isAway = answer.status === 503 && /^[1-9]\d*$/.test(answer.headers.get("Retry-After") ?? "");
  if (!isAway) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return { outcome: "unknown", answer };
}

function reasonOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  const { code, message } = cause as { code?: string; message?: string };
  return code ?? message ?? String(cause);
}

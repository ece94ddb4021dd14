import type { Answer } from "../api-client";

/** What became of a request: done for certain, certainly not, or nobody knows. */
export type Outcome = "acknowledged" | "refused" | "unknown";

export interface Attempt<Body> {
  readonly outcome: Outcome;
  /** Missing where the connection was refused or cut. */
  readonly answer?: Answer<Body>;
  /** Why there is no answer, in the words of the system: `ECONNRESET`. */
  readonly reason?: string;
}

/** Sorts what a call comes to. Throws where that is a defect, whatever had happened: a 500, a 503 that says too little. */
export async function attempt<Body>(call: Promise<Answer<Body>>): Promise<Attempt<Body>> {
  let answer: Answer<Body>;
  try {
    answer = await call;
  } catch (error) {
    const reason = reasonOf(error);
    // Who was not let in has said nothing.
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

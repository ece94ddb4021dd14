import { v4 } from "uuid";
import { hasCode } from "@/lib/contract/errors";
import type { TaskRun } from "./tasks";

export const unreachableText = "The server can't be reached. Trying again…";

/** Tests whether a retry may succeed. */
export function isPassing(error: unknown): boolean {
  return hasCode(error, "UNAVAILABLE", "RATE_LIMITED", "REQUEST_TIMEOUT");
}

/** Retries with exponential backoff: after 1 s, 2 s, 4 s, at most 10 s, or as soon as the browser is online again. */
export function retryLater(attempt: number, retry: () => void): void {
  const timer = setTimeout(again, Math.min(10_000, 500 * 2 ** attempt));
  window.addEventListener("online", again);
  function again(): void {
    clearTimeout(timer);
    window.removeEventListener("online", again);
    retry();
  }
}

/** Retries a call until the server responds. The idempotency key makes a repeated write happen only once. */
export async function persist<Answer>(
  call: (idempotencyKey: string) => Promise<Answer>,
  { signal, report }: TaskRun,
): Promise<Answer> {
  const key = v4();
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      const answer = await call(key);
      report({ hindrance: null });
      return answer;
    } catch (error) {
      if (!isPassing(error)) throw error;
      report({ hindrance: unreachableText });
      await untilRetry(attempt, signal);
    }
  }
}

function untilRetry(attempt: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    retryLater(attempt, resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

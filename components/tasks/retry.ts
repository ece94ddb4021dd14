import { v4 } from "uuid";
import { hasCode } from "@/lib/contract/errors";
import type { TaskRun } from "./tasks";

export const unreachableText = "The server cannot be reached. Trying again…";

/** Whether trying the same again later may help. */
export function isPassing(error: unknown): boolean {
  return hasCode(error, "UNAVAILABLE", "RATE_LIMITED", "REQUEST_TIMEOUT");
}

/** Calls back after one second, two, four, at most ten, for the n-th attempt in a row; at once when the network is back. */
export function retryLater(attempt: number, retry: () => void): void {
  const timer = setTimeout(again, Math.min(10_000, 500 * 2 ** attempt));
  window.addEventListener("online", again);
  function again(): void {
    clearTimeout(timer);
    window.removeEventListener("online", again);
    retry();
  }
}

/** Issues a call of a task until the server has answered it. The key makes a write happen once, however often it is sent. */
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

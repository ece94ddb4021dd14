import { outsideTransaction } from "../db";

const every = 1_000;

const checks = new Set<() => Promise<void>>();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Runs a check once a second until the returned function is called. All checks run together, so that their queries
 * share one statement.
 */
export function checkRegularly(check: () => Promise<void>): () => void {
  checks.add(check);
  // The first check may begin within a snapshot, which must not be read or written by those of others.
  timer ??= setInterval(() => outsideTransaction(runAll), every).unref();
  return () => {
    checks.delete(check);
    if (checks.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function runAll(): void {
  for (const each of checks) void each();
}

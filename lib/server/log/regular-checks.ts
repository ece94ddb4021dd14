const every = 1_000;

const checks = new Set<() => Promise<void>>();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Runs a check once a second until the returned function is called. All checks run together, so that their queries
 * share one statement.
 */
export function checkRegularly(check: () => Promise<void>): () => void {
  checks.add(check);
  timer ??= setInterval(() => {
    for (const each of checks) void each();
  }, every).unref();
  return () => {
    checks.delete(check);
    if (checks.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const every = 1_000;

const checks = new Set<() => Promise<void>>();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Has a check made once a second until what it gives is called. All are made in one go, so that what they ask the
 * database for becomes one statement.
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

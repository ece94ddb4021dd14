/** Checks several times a minute, because timers stop while a computer sleeps. */
export function subscribeToClock(onChange: () => void): () => void {
  const timer = setInterval(onChange, 10_000);
  return () => clearInterval(timer);
}

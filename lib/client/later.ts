/** Calls `act` after a time, unless the returned function is called before. */
export function later(act: () => void, milliseconds: number): () => void {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
}

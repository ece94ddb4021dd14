/** The number of results kept: columns often repeat a few texts, and may have a million different ones. */
const maxKnown = 10_000;

/** Caches the results of reading texts. */
export function remembered<Result>(read: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = read(text);
    if (known.size < maxKnown) known.set(text, result);
    return result;
  };
}

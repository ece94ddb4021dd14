/** The number of results kept, and the length of their texts. */
const maxKnown = 10_000;
const maxLength = 100;

/** Caches the results of reading short texts, as long as they repeat: a column may have a million different ones. */
export function remembered<Result>(read: (text: string) => Result): (text: string) => Result {
  let known: Map<string, Result> | undefined = new Map();
  let repeated = 0;
  return (text) => {
    if (!known || text.length > maxLength) return read(text);
    const before = known.get(text);
    if (before !== undefined) {
      repeated++;
      return before;
    }
    const result = read(text);
    if (known.size < maxKnown) known.set(text, result);
    else if (repeated < known.size) known = undefined;
    return result;
  };
}

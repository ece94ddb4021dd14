/** How a collector reaches the world; tests give another. */
interface Collecting<Value> {
  /** Fetches the values of several keys at once; a key that has none is left out. */
  fetch(keys: readonly string[]): Promise<ReadonlyMap<string, Value>>;
  /** Calls back when it is time to fetch what has been asked for until then. */
  later(act: () => void): void;
  /** The most keys that one fetch takes. */
  readonly most: number;
}

interface Batch<Value> {
  readonly keys: Set<string>;
  readonly values: Promise<ReadonlyMap<string, Value>>;
}

/** Gives a function that gets one value by its key, and fetches all that are asked for at about one time together. */
export function collect<Value>({ fetch, later, most }: Collecting<Value>) {
  let open: Batch<Value> | undefined;

  return async (key: string): Promise<Value | undefined> => {
    if (!open || open.keys.size >= most) open = begin();
    open.keys.add(key);
    return (await open.values).get(key);
  };

  function begin(): Batch<Value> {
    const keys = new Set<string>();
    const values = new Promise<ReadonlyMap<string, Value>>((resolve, reject) => {
      later(() => {
        if (open?.keys === keys) open = undefined;
        fetch([...keys]).then(resolve, reject);
      });
    });
    return { keys, values };
  }
}

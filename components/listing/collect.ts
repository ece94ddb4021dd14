/** How a collector reaches the world; tests give another. */
interface Collecting<Key, Value> {
  /** Fetches the values of several keys at once; a key that has none is left out. */
  fetch(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>>;
  /** Calls back when it is time to fetch what has been asked for until then. */
  later(act: () => void): void;
  /** The most keys that one fetch takes. */
  readonly most: number;
}

interface Batch<Key, Value> {
  readonly keys: Set<Key>;
  readonly values: Promise<ReadonlyMap<Key, Value>>;
}

/** Gives a function that gets one value by its key, and fetches all that are asked for at about one time together. */
export function collect<Key, Value>({ fetch, later, most }: Collecting<Key, Value>) {
  let open: Batch<Key, Value> | undefined;

  return async (key: Key): Promise<Value | undefined> => {
    if (!open || open.keys.size >= most) open = begin();
    open.keys.add(key);
    return (await open.values).get(key);
  };

  function begin(): Batch<Key, Value> {
    const keys = new Set<Key>();
    const values = new Promise<ReadonlyMap<Key, Value>>((resolve, reject) => {
      later(() => {
        if (open?.keys === keys) open = undefined;
        fetch([...keys]).then(resolve, reject);
      });
    });
    return { keys, values };
  }
}

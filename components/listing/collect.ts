/** Dependencies of a collector; tests pass their own. */
interface Collecting<Key, Value> {
  /** Fetches the values of several keys at once; the map omits keys without a value. */
  fetch(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>>;
  /** Schedules the fetch of the keys collected so far. */
  later(act: () => void): void;
  /** The maximum number of keys per fetch. */
  readonly max: number;
}

interface Batch<Key, Value> {
  readonly keys: Set<Key>;
  readonly values: Promise<ReadonlyMap<Key, Value>>;
}

/** Returns a function that gets one value by its key; calls made at about the same time share one fetch. */
export function collect<Key, Value>({ fetch, later, max }: Collecting<Key, Value>) {
  let open: Batch<Key, Value> | undefined;

  return async (key: Key): Promise<Value | undefined> => {
    if (!open || open.keys.size >= max) open = begin();
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

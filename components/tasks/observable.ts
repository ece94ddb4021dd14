/** A value that tells whoever has subscribed when it is another. */
export interface Observable<Value> {
  get(): Value;
  /** Tells nobody where the new value says the same as the one before. */
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
}

export function createObservable<Value>(first: Value): Observable<Value> {
  const listeners = new Set<() => void>();
  let current = first;
  return {
    get: () => current,
    set(value) {
      if (JSON.stringify(value) === JSON.stringify(current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

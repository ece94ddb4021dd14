/** A value with change listeners. */
export interface Observable<Value> {
  get(): Value;
  /** Calls no listener if the new value equals the previous one as JSON. */
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

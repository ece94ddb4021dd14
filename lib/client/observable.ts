/** Messages for subscribers. */
export interface Emitter<Message> {
  emit(message: Message): void;
  /** Calls the listener with each message until the returned function is called. */
  subscribe(listener: (message: Message) => void): () => void;
}

export function createEmitter<Message = void>(): Emitter<Message> {
  const listeners = new Set<(message: Message) => void>();
  return {
    emit(message) {
      for (const listener of listeners) listener(message);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** A value with change listeners. */
export interface Observable<Value> {
  get(): Value;
  /** Notifies the listeners unless the new value is the same. */
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
}

export function createObservable<Value>(
  initial: Value,
  isSame: (one: Value, other: Value) => boolean = Object.is,
): Observable<Value> {
  const changes = createEmitter();
  let current = initial;
  return {
    get: () => current,
    set(value) {
      if (isSame(value, current)) return;
      current = value;
      changes.emit();
    },
    subscribe: changes.subscribe,
  };
}

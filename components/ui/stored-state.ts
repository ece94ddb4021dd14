import { useCallback, useSyncExternalStore } from "react";
import type * as z from "zod";
import { createEmitter } from "@/lib/client/observable";

/** A small piece of state that outlives the page, in this browser's localStorage. */
export interface StoredState<Value> {
  /** The key in localStorage. */
  readonly name: string;
  readonly shape: z.ZodType<Value>;
  /** Used if nothing is stored, or something of another shape. */
  readonly fallback: Value;
}

/** Like `useState`, with a value that all tabs of this browser share. */
export function useStoredState<Value>(state: StoredState<Value>): [Value, (value: Value) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => readStoredState(state),
    () => state.fallback,
  );
  const { name } = state;
  return [value, useCallback((next: Value) => storeState(name, next), [name])];
}

const changes = createEmitter();
/** The last value read of each name, with the text it was parsed from. */
const parsedStates = new Map<string, { readonly text: string | null; readonly value: unknown }>();

function subscribe(listener: () => void): () => void {
  const stop = changes.subscribe(listener);
  window.addEventListener("storage", listener);
  return () => {
    stop();
    window.removeEventListener("storage", listener);
  };
}

/** Returns the same object until the stored text changes, as `useSyncExternalStore` requires. */
export function readStoredState<Value>({ name, shape, fallback }: StoredState<Value>): Value {
  const text = textOf(name);
  const last = parsedStates.get(name);
  if (last && last.text === text) return last.value as Value;
  const value = text === null ? fallback : parsed(text, shape, fallback);
  parsedStates.set(name, { text, value });
  return value;
}

function parsed<Value>(text: string, shape: StoredState<Value>["shape"], fallback: Value): Value {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    return fallback;
  }
}

/** Stores a value as JSON and notifies every `useStoredState`. */
export function storeState(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  unstored.delete(name);
  try {
    localStorage.setItem(name, text);
  } catch {
    unstored.set(name, text);
  }
  changes.emit();
}

/** Values that localStorage refused, as when it is full: they last until the page is left. */
const unstored = new Map<string, string>();

function textOf(name: string): string | null {
  const text = unstored.get(name);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

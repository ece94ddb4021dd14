import { useCallback, useSyncExternalStore } from "react";
import type { z } from "zod";

/** Something small that this browser keeps for a person, by a name of its own. */
export interface Kept<Value> {
  readonly name: string;
  readonly shape: z.ZodType<Value>;
  /** Where nothing is kept, or nothing of that shape. */
  readonly none: Value;
}

/** What is kept, in every tab; and a function that keeps something else. */
export function useKept<Value>(kept: Kept<Value>): [Value, (value: Value) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => readKept(kept),
    () => kept.none,
  );
  const { name } = kept;
  return [value, useCallback((next: Value) => keep(name, next), [name])];
}

const listeners = new Set<() => void>();
/** What was read last, by its text: the same object for as long as that is the same. */
const known = new Map<string, { readonly text: string | null; readonly value: unknown }>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** What is kept; the same object for as long as that is the same. */
export function readKept<Value>({ name, shape, none }: Kept<Value>): Value {
  const text = textOf(name);
  const before = known.get(name);
  if (before && before.text === text) return before.value as Value;
  const value = text === null ? none : parsed(text, shape, none);
  known.set(name, { text, value });
  return value;
}

function parsed<Value>(text: string, shape: Kept<Value>["shape"], none: Value): Value {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    return none;
  }
}

/** Keeps something else under a name. */
export function keep(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  unstored.delete(name);
  try {
    localStorage.setItem(name, text);
  } catch {
    unstored.set(name, text);
  }
  for (const listener of listeners) listener();
}

/** Where a browser stores nothing, or is full, it is kept until the page is left. */
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

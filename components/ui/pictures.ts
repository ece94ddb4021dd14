import { useSyncExternalStore } from "react";
import { createObservable } from "@/lib/client/observable";

/** The addresses of pictures by the ids of people, as far as a list of people has told them. */
const pictures = createObservable<ReadonlyMap<string, string | null>>(new Map(), Object.is);

/** Remembers the pictures of listed people. */
export function notePictures(
  people: Iterable<{ readonly id: string; readonly picture: string | null }>,
): void {
  const known = pictures.get();
  const next = new Map(known);
  for (const { id, picture } of people) next.set(id, picture);
  if ([...next].some(([id, picture]) => known.get(id) !== picture)) pictures.set(next);
}

/** The address of a person's picture; undefined without one. */
export function usePicture(personId: string): string | undefined {
  const known = useSyncExternalStore(pictures.subscribe, pictures.get, () => none);
  return known.get(personId) ?? undefined;
}

const none: ReadonlyMap<string, string | null> = new Map();

import { useEffect, useId, useSyncExternalStore } from "react";
import { createObservable } from "@/lib/client/observable";
import type { PaletteEntry } from "./entry";

/** The entries of the controls on the page, by control, in the order in which these appeared. */
const offers = createObservable<ReadonlyMap<string, readonly PaletteEntry[]>>(new Map());

/** Lets the palette find what a control of the page does, as long as the control is there. */
export function useOfferEntries(entries: readonly PaletteEntry[]): void {
  const control = useId();
  useEffect(() => {
    offers.set(new Map(offers.get()).set(control, entries));
  }, [control, entries]);
  useEffect(
    () => () => offers.set(new Map([...offers.get()].filter(([each]) => each !== control))),
    [control],
  );
}

/** The entries that the controls of the page offer now. */
export function useOfferedEntries(): readonly PaletteEntry[] {
  const offered = useSyncExternalStore(offers.subscribe, offers.get, offers.get);
  return [...offered.values()].flat();
}

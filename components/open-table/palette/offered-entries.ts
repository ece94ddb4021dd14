import { useEffect, useSyncExternalStore } from "react";
import { useStable } from "@/components/ui/use-stable";
import { createObservable } from "@/lib/client/observable";
import type { PaletteEntry } from "./entry";

/** Returns what a control of the page offers. */
type Offer = () => readonly PaletteEntry[];

/** The offers of the controls on the page, in the order in which these appeared. */
const offers = createObservable<readonly Offer[]>([]);

/** Lets the palette find what a control of the page does, as long as the control is there. */
export function useOfferEntries(entries: readonly PaletteEntry[]): void {
  const offer = useStable(() => entries);
  useEffect(() => {
    offers.set([...offers.get(), offer]);
    return () => offers.set(offers.get().filter((each) => each !== offer));
  }, [offer]);
}

/** The entries that the controls of the page offer now. */
export function useOfferedEntries(): readonly PaletteEntry[] {
  return useSyncExternalStore(offers.subscribe, offers.get, offers.get).flatMap((offer) => offer());
}

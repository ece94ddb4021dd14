import { useEffect, useSyncExternalStore } from "react";
import { useStable } from "@/components/ui/use-stable";
import type { PaletteEntry } from "./entry";

/** Returns what a control of the page offers. */
type Offer = () => readonly PaletteEntry[];

/** The offers of the controls on the page, in the order in which these appeared. */
let offers: readonly Offer[] = [];
const listeners = new Set<() => void>();

function setOffers(to: readonly Offer[]): void {
  offers = to;
  for (const listener of listeners) listener();
}

/** Lets the palette find what a control of the page does, as long as the control is there. */
export function useOfferEntries(entries: readonly PaletteEntry[]): void {
  const offer = useStable(() => entries);
  useEffect(() => {
    setOffers([...offers, offer]);
    return () => setOffers(offers.filter((each) => each !== offer));
  }, [offer]);
}

/** The entries that the controls of the page offer now. */
export function useOfferedEntries(): readonly PaletteEntry[] {
  return useSyncExternalStore(subscribe, shownOffers, shownOffers).flatMap((offer) => offer());
}

function shownOffers(): readonly Offer[] {
  return offers;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

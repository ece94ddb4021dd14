import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { useStable } from "@/components/ui/use-stable";
import { settingsParameter, type ViewSettings, writeSettings } from "@/lib/contract/view-settings";
import { replaceAddress } from "./open-record";

/** The view settings in a page's address. */
export interface AskedSettings {
  /** The text in the address; null if there is none. */
  readonly written: string | null;
  /** The settings adapted to the table; null if there are none. */
  readonly settings: ViewSettings | null;
}

interface Addressed {
  readonly viewId: string;
  readonly asked: AskedSettings;
  /** The settings in effect. */
  readonly own: ViewSettings;
  /** Called when the page was loaded by an address with other settings, or none. */
  readonly onAsked: () => void;
}

/** Writes personal settings to the page's address, so that a copied link shows the same to others. */
export function useSettingsInAddress({ viewId, asked, own, onAsked }: Addressed): void {
  const inAddress = useSearchParams().get(settingsParameter);
  const written = writeSettings(own) || null;
  const onOther = useStable(onAsked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each view, and for each address that opens it
  useEffect(() => {
    // Ignores a response for an address that has changed since.
    const now = new URL(window.location.href).searchParams.get(settingsParameter);
    if (now === asked.written) onOther();
  }, [viewId, asked.written, onOther]);

  useEffect(() => {
    if (inAddress === written) return;
    const address = new URL(window.location.href);
    if (written === null) address.searchParams.delete(settingsParameter);
    else address.searchParams.set(settingsParameter, written);
    replaceAddress(address);
  }, [inAddress, written]);
}

import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { useStable } from "@/components/ui/use-stable";
import { settingsParameter, type ViewSettings, writeSettings } from "@/lib/contract/view-settings";
import { replaceAddress } from "./open-record";

/** What an address says of a view's settings. */
export interface AskedSettings {
  /** As it stands there; null where nothing does. */
  readonly written: string | null;
  /** As far as the table can answer it; null where it is none. */
  readonly settings: ViewSettings | null;
}

interface Addressed {
  readonly viewId: string;
  readonly asked: AskedSettings;
  /** The settings that are shown. */
  readonly own: ViewSettings;
  /** The page came anew, by an address that asks for other settings, or for none. */
  readonly onAsked: () => void;
}

/** Keeps one's own settings in the page's address, so that a copied link shows the same to others. */
export function useSettingsInAddress({ viewId, asked, own, onAsked }: Addressed): void {
  const inAddress = useSearchParams().get(settingsParameter);
  const written = writeSettings(own) || null;
  const onOther = useStable(onAsked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each view that is come to, and each address that it is asked by
  useEffect(() => {
    // What the server has sent of an address that is not the page's any more is out of date.
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

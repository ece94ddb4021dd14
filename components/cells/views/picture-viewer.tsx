"use client";

import { useSyncExternalStore } from "react";
import { onDemand } from "@/components/ui/on-demand";
import { shownPictures } from "./shown-pictures";

const OpenViewer = onDemand(async () => (await import("./open-picture-viewer")).OpenPictureViewer);

/** The viewer of the pictures that a cell of the page opens. */
export function PictureViewer() {
  const shown = useSyncExternalStore(shownPictures.subscribe, shownPictures.get, () => null);
  return shown && <OpenViewer {...shown} onClose={() => shownPictures.set(null)} />;
}

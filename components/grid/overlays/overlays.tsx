import { onDemand } from "@/components/ui/on-demand";
import type { Overlay } from "../overlay";
import type { OpenOverlayProps } from "./open-overlay";

const OpenOverlay = onDemand(async () => (await import("./open-overlay")).OpenOverlay);

/**
 * The overlay of a grid, if one is open. Stays mounted after the rows, so that React removes an overlay only once the
 * editor it has opened is in the document and keeps the focus.
 */
export function Overlays({
  overlay,
  ...rest
}: Omit<OpenOverlayProps, "overlay"> & { overlay: Overlay | null }) {
  return overlay && <OpenOverlay overlay={overlay} {...rest} />;
}

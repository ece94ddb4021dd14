import { useCallback, useState } from "react";
import type { Overlay } from "./overlay";

export interface OverlayState {
  readonly overlay: Overlay | null;
  readonly show: (overlay: Overlay) => void;
  readonly close: () => void;
}

export function useOverlay(): OverlayState {
  const [overlay, show] = useState<Overlay | null>(null);
  const close = useCallback(() => show(null), []);
  return { overlay, show, close };
}

import { useCallback, useState } from "react";

export interface OverlayState<Shown> {
  readonly overlay: Shown | null;
  readonly show: (overlay: Shown) => void;
  readonly close: () => void;
}

export function useOverlay<Shown>(): OverlayState<Shown> {
  const [overlay, show] = useState<Shown | null>(null);
  const close = useCallback(() => show(null), []);
  return { overlay, show, close };
}

import { useCallback, useState } from "react";

export interface OverlayState<Shown> {
  readonly overlay: Shown | null;
  readonly show: (overlay: Shown) => void;
  readonly close: () => void;
  /** Closes an overlay unless another one has taken its place. */
  readonly closeThis: (overlay: Shown) => void;
}

export function useOverlay<Shown>(): OverlayState<Shown> {
  const [overlay, show] = useState<Shown | null>(null);
  const close = useCallback(() => show(null), []);
  const closeThis = useCallback((one: Shown) => show((now) => (now === one ? null : now)), []);
  return { overlay, show, close, closeThis };
}

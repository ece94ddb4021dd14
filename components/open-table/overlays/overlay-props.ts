/** What an overlay needs to be closed again. */
export interface OverlayProps {
  readonly onClose: () => void;
  /** What has the focus after it: the editor that it has opened, else the active cell. Left out: what had it before. */
  readonly finalFocus?: () => HTMLElement | null;
}

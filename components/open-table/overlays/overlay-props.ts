/** The props of every overlay. */
export interface OverlayProps {
  readonly onClose: () => void;
  /**
   * The element to focus after closing: the editor it opened, otherwise the active cell. Left out: the element focused
   * before.
   */
  readonly finalFocus?: () => HTMLElement | null;
}

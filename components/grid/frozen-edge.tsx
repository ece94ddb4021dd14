import { headerHeight } from "./viewport/geometry";
import type { Frame } from "./viewport/viewport";

/** The shadow of frozen columns over scrolled ones. One element serves all rows, to keep rows cheap. */
export function FrozenEdge({ frozen, height, isScrolled }: Pick<Frame, "frozen" | "height" | "isScrolled">) {
  if (!isScrolled) return null;
  return (
    <div
      aria-hidden
      data-frozen-edge
      className="pointer-events-none absolute top-0 w-2 bg-linear-to-r from-edge to-transparent"
      style={{ insetInlineStart: frozen, height: headerHeight + height }}
    />
  );
}

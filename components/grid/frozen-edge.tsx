import { headerHeight } from "./viewport/geometry";
import type { Frame } from "./viewport/viewport";

/** The shadow of what stays in sight upon what has scrolled under it: one for all rows, so that none costs more. */
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

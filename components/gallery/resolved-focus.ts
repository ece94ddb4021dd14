import { type Rows, recordAt, rowOfRecord } from "@/components/record-card/rows/segments";
import type { GalleryFocus } from "./gallery-state";
import { type GalleryShape, within } from "./layout/gallery-steps";

/** The place that has the focus now: where its record is, or the nearest place if that is gone. */
export function resolvedFocus(
  wanted: GalleryFocus | null,
  { shape, rows }: { readonly shape: GalleryShape; readonly rows: Rows },
): GalleryFocus | null {
  if (shape.count === 0 && !shape.hasNew) return null;
  const { row: asked, recordId, turn } = wanted ?? { row: 0, recordId: null, turn: 0 };
  const own = recordId === null ? undefined : rowOfRecord(rows, recordId);
  if (own !== undefined) return { row: own, recordId, turn };
  const row = within(shape, asked);
  // A card that is scrolled out of view is not loaded any more.
  const known = row < shape.count ? recordId : null;
  return { row, recordId: recordAt(rows, row)?.id ?? known, turn };
}

import type { CardWay } from "@/components/commands/command";
import { namesOf } from "@/components/record-card/announcements";
import { recordBefore } from "@/components/record-card/moves/use-card-moves";
import { countRows, recordAt, rowOfRecord, withoutRecords } from "@/components/record-card/rows/segments";
import { refusalOf } from "@/components/rights/refusal";
import type { Record } from "@/lib/contract/records";
import type { Carried, GalleryState } from "../gallery-state";
import { movedFrom } from "../layout/gallery-steps";

/** Moves the focused card with the selected ones by one step. */
export function moveAtOnce(way: CardWay, gallery: GalleryState): void {
  const { focus, rows, shape } = gallery;
  const record = focus ? recordAt(rows, focus.row) : undefined;
  const carried = record && pickedUp(record, gallery);
  if (!carried) return;
  const count = shape.count - carried.records.length;
  const at = movedFrom({ columns: shape.columns, count }, carried.at, way);
  if (at !== undefined) drop({ ...carried, at }, gallery);
}

/** The cards that move with a record; undefined with a message if they may not. */
export function pickedUp(record: Record, gallery: GalleryState): Carried | undefined {
  const { services, rows, sortedBy } = gallery;
  const { may, notify } = services;
  if (!may("update-records")) {
    notify(refusalOf("update-records", may));
    return undefined;
  }
  if (sortedBy.length > 0) {
    const detail = `The view is sorted by ${new Intl.ListFormat("en").format(sortedBy)}. Remove the sort to order cards by hand.`;
    notify({ title: "Cards can't be moved here", detail });
    gallery.announce(detail);
    return undefined;
  }
  const row = rowOfRecord(rows, record.id);
  if (row === undefined) return undefined;
  const records = gallery.recordsWith(record);
  const before = records.filter(({ id }) => (rowOfRecord(rows, id) ?? row) < row);
  const from = row - before.length;
  return { records, recordId: record.id, from, at: from };
}

/** Moves carried cards to their place, at once on the page and then on the server. */
export function drop({ records, recordId, from, at }: Carried, gallery: GalleryState): void {
  const { services, nameOf, announce } = gallery;
  gallery.carry(null);
  const row = at + records.findIndex(({ id }) => id === recordId);
  gallery.focusOn(row, recordId);
  if (records.length === 1 && at === from) return;
  const rows = withoutRecords(gallery.rows, new Set(records.map(({ id }) => id)));
  const before = at === 0 ? null : recordAt(rows, at - 1)?.id;
  const names = namesOf(records.map(nameOf));
  gallery.move({
    records,
    row: at,
    after: before,
    ...(before === undefined && {
      readAfter: (run) => recordBefore(at, { rows, listing: services.listing }, run),
    }),
    onFailed: () => announce(`${names} could not be moved`),
  });
  const [position, count] = [at + 1, countRows(rows) + records.length];
  announce(`Moved ${names}, ${position.toLocaleString("en")} of ${count.toLocaleString("en")}`);
}

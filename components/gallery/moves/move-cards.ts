import { announcements } from "@/components/record-card/moves/announcements";
import { type CarryingView, countBeforeFocused, namesIn } from "@/components/record-card/moves/carry-cards";
import { recordBefore } from "@/components/record-card/moves/use-card-moves";
import { recordAt, rowOfRecord, withoutRecords } from "@/components/record-card/rows/segments";
import { refusalOf } from "@/components/rights/refusal";
import type { Record } from "@/lib/contract/records";
import type { Carried, GalleryState } from "../gallery-state";
import { movedFrom } from "../layout/gallery-steps";

/** A gallery as a view whose cards are carried by keys. */
export function carryingIn(gallery: GalleryState): CarryingView<number> {
  const { focus, rows, shape } = gallery;
  return {
    ...gallery,
    pickUp: () => {
      const record = focus ? recordAt(rows, focus.row) : undefined;
      return record && pickedUp(record, gallery);
    },
    beside: ({ records, at }, way) =>
      movedFrom({ columns: shape.columns, count: shape.count - records.length }, at, way),
    drop: (carried) => drop(carried, gallery),
    follow: (carried) => gallery.focusOn(carried.at + countBeforeFocused(carried), carried.recordId),
    placed: ({ at }) => ({ position: at + 1, count: shape.count }),
  };
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
  return { records, recordId: record.id, from, at: from, by: "keys" };
}

/** Moves carried cards to their place, at once on the page and then on the server. */
export function drop(carried: Carried, gallery: GalleryState): void {
  const { records, from, at } = carried;
  const { services, announce } = gallery;
  const { follow, placed } = carryingIn(gallery);
  gallery.carry(null);
  follow(carried);
  if (records.length === 1 && at === from) return;
  const rows = withoutRecords(gallery.rows, new Set(records.map(({ id }) => id)));
  const before = at === 0 ? null : recordAt(rows, at - 1)?.id;
  const names = namesIn(carried, gallery);
  gallery.move({
    records,
    row: at,
    after: before,
    ...(before === undefined && {
      readAfter: (run) => recordBefore(at, { rows, listing: services.listing }, run),
    }),
    onFailed: () => announce(announcements.failed(names)),
  });
  announce(announcements.moved(names, placed(carried)));
}

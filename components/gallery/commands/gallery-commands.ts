import type { AnyCommand, CardWay, Step } from "@/components/commands/command";
import { openRecord } from "@/components/open-table/open-record";
import { pageVerbs } from "@/components/open-table/page-commands";
import { runVerb } from "@/components/open-table/run-verb";
import { toggledIn } from "@/components/record-card/acted-records";
import { selectedText } from "@/components/record-card/announcements";
import type { ActedCards } from "@/components/record-card/change-cards";
import { carryOn, moveAtOnce, pickUpOrDrop, putBack } from "@/components/record-card/moves/carry-cards";
import { recordAt } from "@/components/record-card/rows/segments";
import { loadable } from "@/components/ui/loadable";
import { withPart } from "@/components/ui/with-part";
import type { Record } from "@/lib/contract/records";
import type { GalleryState } from "../gallery-state";
import { stepFrom } from "../layout/gallery-steps";
import { carryingIn } from "../moves/move-cards";

/** Deletes and copies, whose script is loaded with the first of them, or before, when the page is idle. */
const changes = loadable(() => import("@/components/record-card/change-cards"));

/** Runs a command in a gallery. Returns false for others, which leaves the key to the browser. */
export function runInGallery(command: AnyCommand, gallery: GalleryState): boolean {
  return runVerb(verbs, command, gallery);
}

export function isForGallery(command: AnyCommand): boolean {
  return Object.hasOwn(verbs, command.do);
}

/** The focused card, if it is loaded. */
export function focusedRecord({ focus, rows }: Pick<GalleryState, "focus" | "rows">): Record | undefined {
  return focus ? recordAt(rows, focus.row) : undefined;
}

/** Handlers return false if there is nothing to do, which leaves the key to the browser. */
const verbs = {
  ...pageVerbs,
  move({ step }: { readonly step: Step }, gallery: GalleryState) {
    const { carried, focus, shape, rows } = gallery;
    const way = carriedWays[step];
    if (carried) {
      if (way) carryOn(way, carryingIn(gallery));
      return;
    }
    const to = focus && stepFrom(shape, focus.row, step);
    if (to === undefined || to === null) return false;
    gallery.focusOn(to, recordAt(rows, to)?.id);
  },
  extend({ step }: { readonly step: Step }, gallery: GalleryState) {
    const { focus, shape } = gallery;
    const to = focus && stepFrom({ ...shape, hasNew: false }, focus.row, step);
    if (to === undefined || to === null || shape.count === 0) return false;
    gallery.selectTo(to);
  },
  "select-card"(_: AnyCommand, gallery: GalleryState) {
    const record = focusedRecord(gallery);
    if (!record) return false;
    const ids = toggledIn(gallery.selected, record.id);
    gallery.select(ids);
    gallery.announce(selectedText(ids.size));
  },
  escape(_: AnyCommand, gallery: GalleryState) {
    if (gallery.carried) putBack(carryingIn(gallery));
    else if (gallery.selected.size > 0) gallery.select(new Set());
    else return false;
  },
  open(_: AnyCommand, gallery: GalleryState) {
    if (gallery.carried) return pickUpOrDrop(carryingIn(gallery));
    const record = focusedRecord(gallery);
    if (!record) return false;
    openRecord(record.id);
  },
  menu(_: AnyCommand, gallery: GalleryState) {
    if (!focusedRecord(gallery)) return false;
    gallery.services.show({ is: "card-menu", at: "card" });
  },
  insert(_: AnyCommand, { compose }: GalleryState) {
    compose(true);
  },
  carry(_: AnyCommand, gallery: GalleryState) {
    return pickUpOrDrop(carryingIn(gallery));
  },
  "move-cards"({ way }: { readonly way: CardWay }, gallery: GalleryState) {
    moveAtOnce(way, carryingIn(gallery));
  },
  duplicate(_: AnyCommand, gallery: GalleryState) {
    withPart(changes, ({ duplicateCards }) => void duplicateCards(actedCards(gallery)));
  },
  delete(_: AnyCommand, gallery: GalleryState) {
    withPart(changes, ({ deleteCards }) => void deleteCards(actedCards(gallery)));
  },
};

/** The ways in which steps carry cards. */
const carriedWays: { readonly [Name in Step]?: CardWay } = {
  left: "left",
  right: "right",
  up: "up",
  down: "down",
  "first-cell": "top",
  "last-cell": "bottom",
};

function actedCards(gallery: GalleryState): ActedCards {
  const { focus, focusOn, recordsWith } = gallery;
  const focused = focusedRecord(gallery);
  return {
    ...gallery,
    records: focused ? recordsWith(focused) : [],
    focusOn: (copyId) => focus && focusOn(copyId === null ? focus.row : focus.row + 1, copyId),
  };
}

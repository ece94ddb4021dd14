import type { CardWay } from "@/components/commands/command";
import type { Record } from "@/lib/contract/records";
import { namesOf } from "../announcements";
import { announcements, type NamedPlace } from "./announcements";

/** Cards that are being carried, by keys or by the pointer. */
export interface CarriedCards<Place> {
  readonly records: readonly Record[];
  /** The focused card among them. */
  readonly recordId: string;
  /** Places are counted without the carried cards. */
  readonly from: Place;
  readonly at: Place;
  readonly by: "keys" | "pointer";
}

/** A view whose cards are carried by keys. */
export interface CarryingView<Place> {
  readonly carried: CarriedCards<Place> | null;
  readonly carry: (carried: CarriedCards<Place> | null) => void;
  readonly announce: (text: string) => void;
  readonly nameOf: (record: Record) => string;
  /** The cards that a person would pick up now; undefined with a message if there are none, or they may not. */
  readonly pickUp: () => CarriedCards<Place> | undefined;
  /** The place one step away; undefined if there is none in this direction. */
  readonly beside: (carried: CarriedCards<Place>, way: CardWay) => Place | undefined;
  readonly drop: (carried: CarriedCards<Place>) => void;
  /** Focuses the card that has the focus among carried ones. */
  readonly follow: (carried: CarriedCards<Place>) => void;
  /** The place of carried cards in words. */
  readonly placed: (carried: CarriedCards<Place>) => NamedPlace;
}

/** Picks up the focused card with the selected ones, or drops those that are carried. False if there are none. */
export function pickUpOrDrop<Place>(view: CarryingView<Place>): boolean {
  if (view.carried) {
    view.drop(view.carried);
    return true;
  }
  const carried = view.pickUp();
  if (!carried) return false;
  view.carry(carried);
  view.announce(announcements.pickedUp(namesIn(carried, view), view.placed(carried)));
  return true;
}

/** Carries cards by one step. */
export function carryOn<Place>(way: CardWay, view: CarryingView<Place>): void {
  const { carried } = view;
  const at = carried ? view.beside(carried, way) : undefined;
  if (!carried || at === undefined) return;
  const moved = { ...carried, at };
  view.carry(moved);
  view.follow(moved);
  view.announce(announcements.carried(namesIn(moved, view), view.placed(moved)));
}

/** Moves the focused card with the selected ones by one step, or drops carried ones there. */
export function moveAtOnce<Place>(way: CardWay, view: CarryingView<Place>): void {
  const carried = view.carried ?? view.pickUp();
  const at = carried && view.beside(carried, way);
  if (carried && at !== undefined) view.drop({ ...carried, at });
}

/** Puts carried cards back where they were. */
export function putBack<Place>(view: CarryingView<Place>): void {
  if (!view.carried) return;
  const back = { ...view.carried, at: view.carried.from };
  view.carry(null);
  view.follow(back);
  view.announce(announcements.putBack(namesIn(back, view), view.placed(back)));
}

/** The number of carried cards that come before the focused one. */
export function countBeforeFocused({ records, recordId }: CarriedCards<unknown>): number {
  return records.findIndex(({ id }) => id === recordId);
}

export function namesIn(
  { records }: Pick<CarriedCards<unknown>, "records">,
  { nameOf }: { readonly nameOf: (record: Record) => string },
): string {
  return namesOf(records.map(nameOf));
}

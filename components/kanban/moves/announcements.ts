/** A place as screen readers say it. */
export interface NamedPlace {
  readonly stack: string;
  /** From 1. */
  readonly position: number;
  readonly count: number;
}

function placeText({ stack, position, count }: NamedPlace): string {
  return `${stack}, ${position.toLocaleString("en")} of ${count.toLocaleString("en")}`;
}

export const announcements = {
  pickedUp: (name: string, place: NamedPlace) =>
    `Picked up ${name} in ${placeText(place)}. Use the arrow keys to move, Space to drop and Escape to cancel.`,
  carried: (name: string, place: NamedPlace) => `${name} is over ${placeText(place)}.`,
  moved: (name: string, place: NamedPlace) => `Moved ${name} to ${placeText(place)}`,
  movedSorted: (name: string, stack: string) => `Moved ${name} to ${stack}`,
  putBack: (name: string, place: NamedPlace) => `${name} is back in ${placeText(place)}`,
  failed: (name: string, stack: string) => `${name} could not be moved to ${stack}`,
};

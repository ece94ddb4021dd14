/** A place as screen readers say it. */
export interface NamedPlace {
  /** The name of the stack; omitted where there are none. */
  readonly stack?: string;
  /** From 1. */
  readonly position: number;
  readonly count: number;
}

/** A place after words that lead to its stack. */
function placeText(lead: string, { stack, position, count }: NamedPlace): string {
  const text = `, ${position.toLocaleString("en")} of ${count.toLocaleString("en")}`;
  return stack === undefined ? text : ` ${lead} ${stack}${text}`;
}

export const announcements = {
  pickedUp: (name: string, place: NamedPlace) =>
    `Picked up ${name}${placeText("in", place)}. Use the arrow keys to move, Space to drop and Escape to cancel.`,
  carried: (name: string, place: NamedPlace) => `${name}${placeText("is over", place)}.`,
  moved: (name: string, place: NamedPlace) => `Moved ${name}${placeText("to", place)}`,
  movedSorted: (name: string, stack: string) => `Moved ${name} to ${stack}`,
  putBack: (name: string, place: NamedPlace) => `${name} is back${placeText("in", place)}`,
  failed: (name: string, stack?: string) =>
    `${name} could not be moved${stack === undefined ? "" : ` to ${stack}`}`,
};

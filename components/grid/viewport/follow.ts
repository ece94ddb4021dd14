/** Dependencies of a follower; tests pass their own. */
export interface Following<Place> {
  /** True if all visible rows of a place are loaded. */
  isLoaded(place: Place): boolean;
  /** Requests the missing rows of a place. */
  ask(place: Place): void;
  /** True while some visible rows of a place are loading. */
  isAsking(place: Place): boolean;
  /** Draws a place, with placeholders for missing rows. */
  show(place: Place): void;
  now(): number;
  later(act: () => void, milliseconds: number): void;
}

export interface Follower<Place> {
  /** The grid has scrolled to a place and may scroll on. */
  moved(place: Place): void;
  /** Scrolling has stopped at a place, the only one still wanted. */
  stopped(place: Place): void;
  /** Requested rows have arrived or failed. */
  arrived(): void;
}

/** The time in ms for which the previous rows may stay while others load: shorter than a noticeable delay. */
export const patience = 120;

/** The minimum time in ms between two places drawn while scrolling past, so that scrolling stays smooth. */
export const pace = 60;

/**
 * Draws the scrolled-to place at once if it is loaded. Otherwise the previous rows stay for a moment, so that a
 * scrollbar dragged over a million rows shows what it passes, slightly late, instead of placeholders. It requests one
 * place at a time, always the latest, and waits for it, so that something appears however long a request takes.
 */
export function createFollower<Place>(world: Following<Place>): Follower<Place> {
  let latest: Place | undefined;
  /** Requested places not drawn yet, latest last. */
  let asked: Place[] = [];
  /** Since when the drawn place differs from the scrolled-to one. */
  let behind: number | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let isToAsk = false;

  function follow(): void {
    if (latest === undefined) return;
    if (world.isLoaded(latest)) {
      behind = undefined;
      asked = [];
      world.show(latest);
      return;
    }
    const now = world.now();
    askInPace(latest, now);
    if (behind === undefined) {
      behind = now;
      world.later(follow, patience);
    } else if (now - behind >= patience) world.show(latest);
  }

  function askInPace(place: Place, now: number): void {
    const last = asked.at(-1);
    if (isToAsk || (last !== undefined && world.isAsking(last))) return;
    const since = now - askedAt;
    if (since >= pace) {
      ask(place);
      return;
    }
    isToAsk = true;
    world.later(() => {
      isToAsk = false;
      follow();
    }, pace - since);
  }

  function ask(place: Place): void {
    asked.push(place);
    askedAt = world.now();
    world.ask(place);
  }

  return {
    moved(place) {
      latest = place;
      follow();
    },
    stopped(place) {
      latest = place;
      if (!world.isLoaded(place)) ask(place);
      follow();
    },
    arrived() {
      const isLatest = latest !== undefined && world.isLoaded(latest);
      const come = asked.findLastIndex(world.isLoaded);
      const [passed] = asked.slice(come);
      if (!isLatest && come >= 0 && passed !== undefined) {
        behind = world.now();
        asked = asked.slice(come + 1);
        world.show(passed);
        world.later(follow, patience);
      }
      follow();
    },
  };
}

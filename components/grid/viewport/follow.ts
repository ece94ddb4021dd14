/** How what is drawn follows the scrolling; tests give another world. */
export interface Following<Place> {
  /** Whether all that is in sight at a place can be drawn. */
  isAtHand(place: Place): boolean;
  /** Has what is missing there fetched. */
  ask(place: Place): void;
  /** Whether something of what is in sight at a place is still under way. */
  isAsking(place: Place): boolean;
  /** Draws a place; what is not at hand, without content. */
  show(place: Place): void;
  now(): number;
  later(act: () => void, milliseconds: number): void;
}

export interface Follower<Place> {
  /** The scrolling has come to a place, and may go on. */
  moved(place: Place): void;
  /** It has come to rest there: nothing else is wanted. */
  stopped(place: Place): void;
  /** Something has come that was asked for, or will not come. */
  arrived(): void;
}

/** So long what was drawn may stay in sight while its successor is fetched: shorter than one sees a delay. */
export const patience = 120;

/**
 * So many milliseconds lie between two places that are passed, at least: as many as one can look at. Each costs the
 * page some drawing, and the scrolling itself must stay even.
 */
export const pace = 60;

/**
 * Draws what is scrolled to at once where it is at hand. Else what was drawn stays for a moment: a scrollbar
 * that is dragged over a million rows shows, a little later, what it passes, instead of blank rows. Of what is
 * passed one place is asked for at a time, the latest each time, and waited for: so something comes however long
 * it takes.
 */
export function createFollower<Place>(world: Following<Place>): Follower<Place> {
  let latest: Place | undefined;
  /** What was asked for and has not been shown, the latest last. */
  let asked: Place[] = [];
  /** Since when something else is drawn than what is scrolled to. */
  let behind: number | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let isToAsk = false;

  function follow(): void {
    if (latest === undefined) return;
    if (world.isAtHand(latest)) {
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
      if (!world.isAtHand(place)) ask(place);
      follow();
    },
    arrived() {
      const isLatest = latest !== undefined && world.isAtHand(latest);
      const come = asked.findLastIndex(world.isAtHand);
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

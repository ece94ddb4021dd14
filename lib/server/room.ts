import { ApiError } from "../contract/errors";
import { unavailable } from "./failures";
import { peersOf } from "./workers/peers";

/** Memory that calls share, so that no number of them can fill that of the process. */
export interface Room {
  /** Begins to count for one call; `owner` is whose it is, left out where nobody is known yet. */
  enter(owner?: string): Share;
  /** The bytes that are taken by now. */
  taken(): number;
}

/** What one call takes of a room, until it is released. */
export interface Share {
  /** Takes more. A 503 where the room is full, a 429 where this owner has all that one may have. */
  take(bytes: number): void;
  /** Takes more even of a room that is full: others then wait until it is there again. */
  force(bytes: number): void;
  /** Gives everything back; a second time does nothing. */
  release(): void;
}

interface RoomSize {
  readonly bytes: number;
  /** Names what takes the room, in the plural. */
  readonly what: string;
}

/** A room of so many bytes, of which one owner has at most half; processes that serve one port share it. */
export function createRoom({ bytes: most, what }: RoomSize): Room {
  const peers = peersOf(what);
  const byOwner = new Map<string, number>();
  let taken = 0;

  function add(owner: string, bytes: number): void {
    taken += bytes;
    const left = (byOwner.get(owner) ?? 0) + bytes;
    if (left > 0) byOwner.set(owner, left);
    else byOwner.delete(owner);
    peers.report(owner, left);
  }

  const takenBy = (owner: string) => (byOwner.get(owner) ?? 0) + peers.takenBy(owner);

  return {
    taken: () => taken,
    enter(owner = nobody) {
      let own = 0;
      return {
        take(bytes) {
          if (owner !== nobody && takenBy(owner) + bytes > most / 2) throw tooMuchOfOne(what);
          if (taken + peers.taken() + bytes > most)
            throw unavailable(`The service is busy with large ${what}; try again shortly`);
          this.force(bytes);
        },
        force(bytes) {
          own += bytes;
          add(owner, bytes);
        },
        release() {
          add(owner, -own);
          own = 0;
        },
      };
    },
  };
}

/** The owner of what is nobody's yet. */
const nobody = "";

function tooMuchOfOne(what: string): ApiError {
  const message = `This key has too many large ${what} under way at once; wait for some of them to end`;
  return new ApiError("RATE_LIMITED", message, undefined, { "Retry-After": "1" });
}

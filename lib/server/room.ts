import { ApiError } from "../contract/errors";
import { unavailable } from "./failures";
import { peersOf } from "./workers/peers";

/** A memory budget shared by calls, so that no number of them exhausts the process. */
export interface Room {
  /** Starts counting for a call. `owner` is omitted before authentication. */
  enter(owner?: string): Share;
  /** Bytes in use. */
  taken(): number;
}

/** The bytes of one call, until released. */
export interface Share {
  /** Reserves bytes. Throws a 503 if the budget is exhausted, a 429 if the owner's part is. */
  take(bytes: number): void;
  /** Reserves bytes even beyond the budget; others wait until it recovers. */
  force(bytes: number): void;
  /** Releases all bytes; idempotent. */
  release(): void;
}

interface RoomSize {
  readonly bytes: number;
  /** Plural noun for messages. */
  readonly what: string;
}

/** Creates a byte budget, half of which one owner may use. Processes on the same port share it. */
export function createRoom({ bytes: maxBytes, what }: RoomSize): Room {
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
          if (owner !== nobody && takenBy(owner) + bytes > maxBytes / 2) throw tooMuchOfOne(what);
          if (taken + peers.taken() + bytes > maxBytes)
            throw unavailable(`The service is busy with large ${what}. Try again shortly.`);
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

/** The owner before authentication. */
const nobody = "";

function tooMuchOfOne(what: string): ApiError {
  const message = `This key has too many large ${what} in progress. Wait for some of them to end.`;
  return new ApiError("RATE_LIMITED", message, undefined, { "Retry-After": "1" });
}

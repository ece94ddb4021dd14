import { createRateLimit } from "../access/rate-limit";
import type { Occupation, Services } from "./channel";
import { createSeats } from "./seats";

/** The shared state that the primary keeps for its workers. */
export interface Ledger {
  /** The services for a worker, by number. */
  servicesOf(worker: number): Pick<Services, "take" | "enter" | "leave" | "occupy">;
  /** Releases everything of an ended worker. */
  forget(worker: number): void;
}

/** `tell` is called with the memory use of all other workers. */
export function createLedger(tell: (worker: number, occupied: Occupation) => void): Ledger {
  const rateLimits = new Map<string, ReturnType<typeof createRateLimit>>();
  const seats = createSeats();
  /** The owners of a worker's seats, once per seat. */
  const seated = new Map<number, string[]>();
  /** By worker, then by budget and owner. */
  const occupied = new Map<number, Map<string, Occupation>>();

  function occupy(worker: number, { room, owner, bytes }: Occupation): void {
    const own = occupied.get(worker) ?? new Map<string, Occupation>();
    occupied.set(worker, own);
    const name = JSON.stringify([room, owner]);
    if (bytes === 0) own.delete(name);
    else own.set(name, { room, owner, bytes });
    const bytesOf = (each: number) => occupied.get(each)?.get(name)?.bytes ?? 0;
    const all = [...occupied.keys()].reduce((sum, each) => sum + bytesOf(each), 0);
    for (const other of seated.keys()) {
      if (other !== worker) tell(other, { room, owner, bytes: all - bytesOf(other) });
    }
  }

  return {
    servicesOf(worker) {
      seated.set(worker, []);
      return {
        take({ limit, name, ...size }) {
          const known = rateLimits.get(limit) ?? createRateLimit(size);
          rateLimits.set(limit, known);
          return known.take(name);
        },
        enter(request) {
          const answer = seats.enter(request);
          if (answer === "taken") seated.get(worker)?.push(request.owner);
          return answer;
        },
        leave({ owner }) {
          const own = seated.get(worker) ?? [];
          const index = own.indexOf(owner);
          if (index < 0) return;
          own.splice(index, 1);
          seats.leave(owner);
        },
        occupy: (given) => occupy(worker, given),
      };
    },
    forget(worker) {
      for (const owner of seated.get(worker) ?? []) seats.leave(owner);
      for (const { room, owner } of [...(occupied.get(worker)?.values() ?? [])]) {
        occupy(worker, { room, owner, bytes: 0 });
      }
      seated.delete(worker);
      occupied.delete(worker);
    },
  };
}

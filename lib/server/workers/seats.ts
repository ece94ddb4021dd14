import type { SeatAnswer, SeatRequest } from "./channel";

/** Seats with a maximum per owner. */
export interface Seats {
  /** Takes a seat if one is free. */
  enter(request: SeatRequest): Promise<SeatAnswer> | SeatAnswer;
  /** Releases a seat of the owner. */
  leave(owner: string): void;
}

export function createSeats() {
  const byOwner = new Map<string, number>();
  let taken = 0;

  return {
    enter({ owner, max, maxOfOwner }: SeatRequest): SeatAnswer {
      const own = byOwner.get(owner) ?? 0;
      if (own >= maxOfOwner) return "full of this owner";
      if (taken >= max) return "full";
      byOwner.set(owner, own + 1);
      taken++;
      return "taken";
    },
    leave(owner: string): void {
      const left = (byOwner.get(owner) ?? 0) - 1;
      if (left < 0) return;
      taken--;
      if (left > 0) byOwner.set(owner, left);
      else byOwner.delete(owner);
    },
  };
}

import { askPrimary, isWorker, type Occupation, type ToWorker } from "./channel";

/** What the other processes have taken of a room. They hear of each other a moment later, which memory allows for. */
export interface Peers {
  /** The bytes of one owner, "" for those of nobody in particular. */
  takenBy(owner: string): number;
  /** All bytes. */
  taken(): number;
  /** Tells them what this process has taken for an owner, all in all. */
  report(owner: string, bytes: number): void;
}

/** The others' part of a room by its name, which is the same in every process; there is none where one process serves. */
export function peersOf(room: string): Peers {
  return isWorker ? new OtherWorkers(room) : alone;
}

const alone: Peers = { takenBy: () => 0, taken: () => 0, report: () => {} };

/** Smaller differences, in bytes, are not worth a message. */
const leastNews = 250_000;

class OtherWorkers implements Peers {
  readonly #byOwner = new Map<string, number>();
  readonly #reported = new Map<string, number>();
  #taken = 0;

  constructor(readonly room: string) {
    process.on("message", (message: ToWorker) => {
      if (message.type === "occupied" && message.occupied.room === room) this.#hear(message.occupied);
    });
  }

  takenBy(owner: string): number {
    return this.#byOwner.get(owner) ?? 0;
  }

  taken(): number {
    return this.#taken;
  }

  report(owner: string, bytes: number): void {
    const reported = this.#reported.get(owner) ?? 0;
    const isNews = Math.abs(bytes - reported) >= leastNews || (bytes === 0 && reported > 0);
    if (!isNews) return;
    if (bytes === 0) this.#reported.delete(owner);
    else this.#reported.set(owner, bytes);
    void askPrimary("occupy", { room: this.room, owner, bytes });
  }

  #hear({ owner, bytes }: Occupation): void {
    this.#taken += bytes - this.takenBy(owner);
    if (bytes === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, bytes);
  }
}

import { askPrimary, isWorker, type Occupation, type ToWorker } from "./channel";

/** Memory use of the other processes. Slightly delayed, which the budget tolerates. */
export interface Peers {
  /** The bytes of one owner; "" before authentication. */
  takenBy(owner: string): number;
  /** All bytes. */
  taken(): number;
  /** Reports the total bytes that this process uses for an owner. */
  report(owner: string, bytes: number): void;
}

/** The others' use of a budget by its name, which is the same in every process; none with a single process. */
export function peersOf(room: string): Peers {
  return isWorker ? new OtherWorkers(room) : alone;
}

const alone: Peers = { takenBy: () => 0, taken: () => 0, report: () => {} };

/** Differences in bytes below this are not reported. */
const minReportedBytes = 250_000;

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
    const isNews = Math.abs(bytes - reported) >= minReportedBytes || (bytes === 0 && reported > 0);
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

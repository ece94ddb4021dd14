import { setTimeout as delay } from "node:timers/promises";
import type { ApiClient } from "../api-client";
import { type Intent, type Ledger, lanes } from "./ledger";

/** Many parallel writers, which continue after any failure. */
export class Load {
  readonly #writers: Writer[] = [];
  #work: Promise<unknown> = Promise.resolve();

  /** Starts one writer per client. Several share a record, each in its own lane. */
  static async start(ledger: Ledger, clients: readonly ApiClient[]): Promise<Load> {
    const load = new Load();
    let shared = "";
    for (const [number, api] of clients.entries()) {
      if (number % lanes === 0) shared = (await ledger.create(api, 1)).recordIds[0] ?? "";
      load.#writers.push(new Writer(ledger, api, { shared, lane: number % lanes }));
    }
    load.#work = Promise.all(load.#writers.map((writer) => writer.run()));
    return load;
  }

  /** Waits until each writer has started and completed a new write. Resolves to the time. */
  async served(): Promise<number> {
    return Math.max(...(await Promise.all(this.#writers.map((writer) => writer.served()))));
  }

  /** Stops each writer after its current call. */
  async stop(): Promise<void> {
    for (const writer of this.#writers) writer.isStopping = true;
    await this.#work;
  }
}

class Writer {
  isStopping = false;
  /** The records that only this writer writes to. */
  readonly #own: string[] = [];
  #awaited: { since: number; resolve: (moment: number) => void }[] = [];

  constructor(
    private readonly ledger: Ledger,
    private readonly api: ApiClient,
    private readonly place: { shared: string; lane: number },
  ) {}

  async run(): Promise<void> {
    while (!this.isStopping) {
      const begun = performance.now();
      const { outcome } = await this.#write();
      if (outcome === "acknowledged") this.#tell(begun);
      else await delay(20);
    }
  }

  served(): Promise<number> {
    return new Promise((resolve) => {
      this.#awaited.push({ since: performance.now(), resolve });
    });
  }

  #tell(begun: number): void {
    const isMet = ({ since }: { since: number }) => since <= begun;
    for (const { resolve } of this.#awaited.filter(isMet)) resolve(performance.now());
    this.#awaited = this.#awaited.filter((each) => !isMet(each));
  }

  async #write(): Promise<Intent> {
    const { ledger, api } = this;
    const dice = Math.random();
    const [first, second] = this.#own;
    if (dice < 0.08) return this.#keep(await ledger.create(api, 1));
    if (dice < 0.12) return this.#keep(await ledger.create(api, 3));
    if (dice < 0.22 && first !== undefined && second !== undefined)
      return ledger.update(api, [first, second], 1);
    // Limits their number.
    if (dice < 0.4 && first !== undefined && this.#own.length > 4) {
      this.#own.shift();
      return ledger.delete(api, first);
    }
    return ledger.update(api, [this.place.shared], this.place.lane);
  }

  #keep(intent: Intent): Intent {
    this.#own.push(...intent.recordIds);
    return intent;
  }
}

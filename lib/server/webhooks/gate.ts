/** Lets a number of works run at a time; others wait in order. */
export class Gate {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(readonly size: number) {}

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.size) await new Promise<void>((enter) => this.#waiting.push(enter));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

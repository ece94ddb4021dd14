/** What is seen of a grid from inside its page, frame by frame. */
export interface Probe {
  /** Begins a new observation. */
  start(): void;
  stop(): Observation;
  /** Milliseconds from the navigation until rows were painted. */
  firstRows(): Promise<number>;
  /** Waits for what a person does next, and for its effect; `taken` tells how long that took. */
  await(effect: Effect): void;
  /** Milliseconds from the key press, or the scrolling, until its effect was painted. */
  taken(): Promise<number>;
}

/** A row with this name in sight, the focus elsewhere, or an editor with some text. */
export type Effect = { readonly row: string } | "focus" | "text";

/** Times in milliseconds. */
export interface Observation {
  /** From each frame to the next. */
  readonly frames: number[];
  /** How long there was anything without content in sight, each time. */
  readonly blanks: number[];
  /** Places looked at where a row showed the content of another. */
  wrong: number;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

/**
 * Runs in the page, before anything else there, so that it can hold nothing from outside. It goes by roles
 * alone; each record's first cell says "Record" and the row's number, counted from 0.
 */
export function installProbe(): void {
  let observed: Observation = { frames: [], blanks: [], wrong: 0 };
  let isObserving = false;
  let taken = Promise.resolve(Number.NaN);

  window.probe = {
    start() {
      observed = { frames: [], blanks: [], wrong: 0 };
      isObserving = true;
      let last: number | undefined;
      let wasBlank = false;
      requestAnimationFrame(function look(now) {
        if (!isObserving) return;
        requestAnimationFrame(look);
        const taken = last === undefined ? 0 : now - last;
        last = now;
        if (taken > 0) observed.frames.push(taken);
        const seen = rowsInSight();
        observed.wrong += seen.filter(isWrong).length;
        if (wasBlank) observed.blanks.push((observed.blanks.pop() ?? 0) + taken);
        const isBlank = seen.some(({ name }) => name === "");
        if (isBlank && !wasBlank) observed.blanks.push(0);
        wasBlank = isBlank;
      });
    },
    stop() {
      isObserving = false;
      return observed;
    },
    firstRows: () => painted(() => rowsInSight().some(({ name }) => name !== "")),
    await(effect) {
      const before = document.activeElement;
      const isThere = () => {
        const { activeElement } = document;
        if (effect === "focus") return activeElement !== before;
        if (effect === "text") return activeElement instanceof HTMLInputElement && activeElement.value !== "";
        return rowsInSight().some(({ name }) => name === effect.row);
      };
      taken = began().then(async (start) => (await painted(isThere)) - start);
    },
    taken: () => taken,
  };

  /**
   * What the first cells in sight say, beside what their rows say they are; a gap between rows as one that says
   * nothing. By the rows' boxes: to ask what is drawn at a point would cost more than the grid itself.
   */
  function rowsInSight(): { name: string; row: number }[] {
    const grid = document.querySelector("[role=grid]");
    const scroller = grid?.parentElement;
    const [header, ...rows] = grid?.querySelectorAll("[role=row]") ?? [];
    if (!grid || !header || !scroller) return [];
    const top = header.getBoundingClientRect().bottom;
    // Its box holds the scrollbar below the rows too.
    const end = scroller.getBoundingClientRect().top + scroller.clientTop + scroller.clientHeight;
    const bottom = Math.min(end, grid.getBoundingClientRect().bottom);
    let covered = 0;
    const seen: { name: string; row: number }[] = [];
    for (const row of rows) {
      const box = row.getBoundingClientRect();
      const height = Math.min(box.bottom, bottom) - Math.max(box.top, top);
      if (height <= 1) continue;
      covered += height;
      const name = row.querySelector('[aria-colindex="2"]')?.textContent ?? "";
      seen.push({ name, row: Number(row.getAttribute("aria-rowindex")) - 2 });
    }
    return covered < bottom - top - 2 ? [...seen, { name: "", row: Number.NaN }] : seen;
  }

  function isWrong({ name, row }: { name: string; row: number }): boolean {
    return name !== "" && name !== `Record ${row}`;
  }

  /** When a person pressed the next key or scrolled, whatever comes first. */
  function began(): Promise<number> {
    return new Promise((resolve) => {
      for (const type of ["keydown", "scroll"]) {
        addEventListener(type, ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true });
      }
    });
  }

  /** When it was on the screen: behind the frame in which it is there for the first time. */
  function painted(isThere: () => boolean): Promise<number> {
    const latest = performance.now() + 30_000;
    return new Promise((resolve, reject) => {
      requestAnimationFrame(function look(now) {
        if (isThere()) setTimeout(() => resolve(performance.now()));
        else if (now < latest) requestAnimationFrame(look);
        else reject(new Error(`not on the screen after half a minute: ${isThere}`));
      });
    });
  }
}

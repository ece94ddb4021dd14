/** Observes a grid frame by frame, from inside its page. */
export interface Probe {
  /** Starts a new observation. */
  start(): void;
  stop(): Observation;
  /** The ms from the navigation until rows were painted. */
  firstRows(): Promise<number>;
  /** The ms from the navigation until cards were painted. */
  firstCards(): Promise<number>;
  /** Starts to wait for the next input and its effect; `taken` returns the time between. */
  await(effect: Effect): void;
  /** The ms from the key press or scroll until its effect was painted. */
  taken(): Promise<number>;
}

/** A visible row with this name, a moved focus, or an editor with text. */
export type Effect = { readonly row: string } | "focus" | "text";

/** Times in milliseconds. */
export interface Observation {
  /** The time between frames. */
  readonly frames: number[];
  /** The durations during which a visible row had no content. */
  readonly blanks: number[];
  /** The number of rows seen with the content of another. */
  wrong: number;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

/**
 * Runs in the page before all other scripts, so it must not use anything from outside. It finds elements by role.
 * Each record's first cell contains "Record" and the row's index.
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
    firstCards: () => painted(() => Boolean(document.querySelector("[data-card]")?.textContent)),
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
   * The texts of the visible first cells with the indexes of their rows; a gap counts as a row without text. Uses the
   * rows' boxes, as hit testing would cost more than the grid itself.
   */
  function rowsInSight(): { name: string; row: number }[] {
    const grid = document.querySelector("[role=grid]");
    const scroller = grid?.parentElement;
    const [header, ...rows] = grid?.querySelectorAll("[role=row]") ?? [];
    if (!grid || !header || !scroller) return [];
    const top = header.getBoundingClientRect().bottom;
    // The box includes the horizontal scrollbar.
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

  /** The time of the next key press or scroll, whichever comes first. */
  function began(): Promise<number> {
    return new Promise((resolve) => {
      for (const type of ["keydown", "scroll"]) {
        addEventListener(type, ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true });
      }
    });
  }

  /** The time after the first frame that contains it. */
  function painted(isThere: () => boolean): Promise<number> {
    const latest = performance.now() + 30_000;
    return new Promise((resolve, reject) => {
      requestAnimationFrame(function look(now) {
        if (isThere()) setTimeout(() => resolve(performance.now()));
        else if (now < latest) requestAnimationFrame(look);
        else reject(new Error(`Not painted within 30 seconds: ${isThere}`));
      });
    });
  }
}

import type { PresenceAnswer, PresentAt } from "@/lib/contract/presence";

/** The environment of a reporter, replaced in tests. */
export interface ReporterWorld {
  /** Reports a page's state to the server; `null` says that the page is left. */
  send(pageId: string, at: PresentAt | null): Promise<PresenceAnswer>;
  newId(): string;
  isVisible(): boolean;
  later(act: () => void, milliseconds: number): () => void;
}

export interface Reporter {
  /** Sets what the page shows. */
  show(at: PresentAt): void;
  /** Sets whether others are present. Alone, only the table is reported, as nobody sees the cell. */
  setCompany(hasCompany: boolean): void;
  /** Reports again after the page was hidden, or left and restored. */
  wake(): void;
  leave(): void;
}

/**
 * Reports where a page is: at once after a pause, then at most four times a second, only what has changed. While the page
 * is visible, it repeats the last report so that it does not expire; a hidden page does, after a minute.
 */
export function createReporter(world: ReporterWorld): Reporter {
  let pageId = world.newId();
  let at: PresentAt | null = null;
  let hasCompany = false;
  let reported: string | undefined;
  let repeatAfter = repeatWithoutAnswer;
  let isSending = false;
  let stopWaiting = () => {};

  function shown(): PresentAt | null {
    return at && { ...at, cell: hasCompany ? at.cell : null };
  }

  function update(): void {
    if (isSending || JSON.stringify(shown()) === reported) return;
    void send();
  }

  async function send(): Promise<void> {
    const now = shown();
    if (!now) return;
    stopWaiting();
    isSending = true;
    reported = JSON.stringify(now);
    const own = pageId;
    // A failed report is repeated like any other.
    const answer = await world.send(own, now).catch(() => undefined);
    if (answer) repeatAfter = (answer.seconds * 1_000) / repeatsPerLife;
    if (own !== pageId) return;
    stopWaiting = world.later(() => {
      isSending = false;
      stopWaiting = world.later(repeat, repeatAfter);
      update();
    }, minInterval);
  }

  function repeat(): void {
    if (world.isVisible()) void send();
  }

  return {
    show(next) {
      at = next;
      update();
    },
    setCompany(next) {
      hasCompany = next;
      update();
    },
    wake() {
      if (!isSending) void send();
    },
    leave() {
      stopWaiting();
      if (reported !== undefined) world.send(pageId, null).catch(() => {});
      // The server accepts no more reports of a page that was left.
      pageId = world.newId();
      reported = undefined;
      isSending = false;
    },
  };
}

const minInterval = 250;
const repeatsPerLife = 3;
const repeatWithoutAnswer = 20_000;

import { hasSettings, noSettings, type ViewSettings } from "@/lib/contract/view-settings";
import type { ViewConfigUpdate } from "@/lib/contract/views";

/** The world around a store; tests give another. */
export interface ViewStoreWorld {
  /** Sends the PATCH, which outlives the page if that is being left; settled when what it answered is to be seen. */
  send(change: ViewConfigUpdate, page?: { readonly isLeft: boolean }): Promise<void>;
  onRefused(reason: string): void;
  /** Keeps a person's own settings in this browser. */
  keep(settings: ViewSettings): void;
  /** Whether trying the same again later may help. */
  isPassing(error: unknown): boolean;
  /** Calls back when a person has paused; gives a way to call it off. */
  afterPause(act: () => void): () => void;
  /** Calls back when it is time for another attempt, the n-th in a row. */
  retryLater(attempt: number, retry: () => void): void;
}

export interface ViewStore {
  /** What a person has changed and the server has not answered yet. */
  unsaved(): ViewConfigUpdate;
  /** Whether the last attempt to send found no server, and something still waits for the next. */
  isHeldUp(): boolean;
  subscribe(listener: () => void): () => void;
  /** Shows a change at once, and sends it with others of the same moment. */
  change(to: ViewConfigUpdate): void;
  /** A person's own settings, which nobody else sees. */
  own(): ViewSettings;
  /** Shows others in place of these, as an address or the browser has them. */
  show(own: ViewSettings): void;
  /** Shows others in place of these, and keeps them in the browser. */
  keep(own: ViewSettings): void;
  /** Saves one's own settings with the view, for everybody. */
  saveOwn(): void;
  /** Sends at once what still waits for a pause; settled when nothing is unsaved. */
  whenSaved(): Promise<void>;
  /** The page is left: whatever is not saved is sent once more and at once, as what is under way goes with the page. */
  leave(): void;
}

/**
 * Keeps the changes of a view's config: those that are for everybody until they are saved, one PATCH at a time, so that
 * none overtakes another; those that are one's own in the browser.
 */
export function createViewStore(world: ViewStoreWorld): ViewStore {
  const listeners = new Set<() => void>();
  let waiting: ViewConfigUpdate = nothing;
  let underWay: ViewConfigUpdate = nothing;
  let unsaved: ViewConfigUpdate = nothing;
  let own: ViewSettings = noSettings;
  let attempts = 0;
  let callOff = () => {};

  function keep(next: { waiting?: ViewConfigUpdate; underWay?: ViewConfigUpdate }): void {
    waiting = next.waiting ?? waiting;
    underWay = next.underWay ?? underWay;
    unsaved = isNothing(waiting) && isNothing(underWay) ? nothing : { ...underWay, ...waiting };
    tell();
  }

  function tell(): void {
    for (const listener of listeners) listener();
  }

  function show(next: ViewSettings): void {
    if (JSON.stringify(next) === JSON.stringify(own)) return;
    own = hasSettings(next) ? next : noSettings;
    tell();
  }

  function change(to: ViewConfigUpdate): void {
    keep({ waiting: { ...waiting, ...to } });
    callOff();
    callOff = world.afterPause(flush);
  }

  function flush(): void {
    callOff();
    if (isNothing(waiting) || !isNothing(underWay)) return;
    keep({ underWay: waiting, waiting: nothing });
    void deliver();
  }

  async function deliver(): Promise<void> {
    try {
      await world.send(underWay);
      attempts = 0;
      keep({ underWay: nothing });
    } catch (error) {
      if (world.isPassing(error)) {
        attempts += 1;
        keep({ waiting: { ...underWay, ...waiting }, underWay: nothing });
        world.retryLater(attempts, flush);
        return;
      }
      keep({ underWay: nothing });
      world.onRefused(error instanceof Error ? error.message : String(error));
    }
    flush();
  }

  return {
    unsaved: () => unsaved,
    isHeldUp: () => attempts > 0 && !isNothing(unsaved),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change,
    own: () => own,
    show,
    keep(next) {
      show(next);
      world.keep(own);
    },
    saveOwn() {
      const settings = own;
      own = noSettings;
      world.keep(own);
      change(settings);
    },
    whenSaved() {
      flush();
      return new Promise((resolve) => {
        if (isNothing(unsaved)) return resolve();
        listeners.add(onChange);
        function onChange(): void {
          if (!isNothing(unsaved)) return;
          listeners.delete(onChange);
          resolve();
        }
      });
    },
    leave() {
      // Whether it gets there nobody is left to be told; should the page come back, all goes on as before.
      if (!isNothing(unsaved)) world.send(unsaved, { isLeft: true }).catch(() => {});
    },
  };
}

const nothing: ViewConfigUpdate = {};

function isNothing(change: ViewConfigUpdate): boolean {
  return Object.keys(change).length === 0;
}

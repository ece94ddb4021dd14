import { createEmitter } from "@/lib/client/observable";
import { hasSettings, noSettings, type ViewSettings } from "@/lib/contract/view-settings";
import type { ViewConfigUpdate } from "@/lib/contract/views";

export interface AboutChange {
  /** True if the page is being left, so that the request must outlive it. */
  readonly isLeft: boolean;
  /** The changed settings as they were before. */
  readonly base: ViewConfigUpdate;
}

/** Dependencies of a store; tests pass their own. */
export interface ViewStoreWorld {
  /** Sends the PATCH; resolves when the response is in the cache. */
  send(change: ViewConfigUpdate, about: AboutChange): Promise<void>;
  onRefused(reason: string): void;
  /** Keeps personal settings in this browser. */
  keep(settings: ViewSettings): void;
  /** True if a retry may succeed. */
  isPassing(error: unknown): boolean;
  /** Calls `act` after a pause in changes; returns a function that cancels it. */
  afterPause(act: () => void): () => void;
  /** Schedules the n-th attempt in a row. */
  retryLater(attempt: number, retry: () => void): void;
}

export interface ViewStore {
  /** Changes that the server has not confirmed yet. */
  unsaved(): ViewConfigUpdate;
  /** True if the last attempt failed for an unreachable server and changes still wait. */
  isHeldUp(): boolean;
  subscribe(listener: () => void): () => void;
  /** Shows a change at once and sends it together with others made within the pause. `saved` are the saved settings. */
  change(to: ViewConfigUpdate, saved?: ViewConfigUpdate): void;
  /** Personal settings. */
  own(): ViewSettings;
  /** Replaces the personal settings, as read from an address or the browser. */
  show(own: ViewSettings): void;
  /** Replaces the personal settings and keeps them in the browser. */
  keep(own: ViewSettings): void;
  /** Saves the personal settings with the view, for everyone. */
  saveOwn(): void;
  /** Sends waiting changes at once; resolves when nothing is unsaved. */
  whenSaved(): Promise<void>;
  /** Sends everything unsaved once more when the page is left, because leaving aborts the request under way. */
  leave(): void;
}

/**
 * Keeps changes of a view's config until they are saved, one PATCH at a time, so that none overtakes another. Personal
 * settings stay in the browser.
 */
export function createViewStore(world: ViewStoreWorld): ViewStore {
  const changes = createEmitter();
  let waiting: ViewConfigUpdate = nothing;
  let underWay: ViewConfigUpdate = nothing;
  let unsaved: ViewConfigUpdate = nothing;
  /** The settings on which waiting changes, and those under way, are based. */
  let base: ViewConfigUpdate = nothing;
  let baseUnderWay: ViewConfigUpdate = nothing;
  let own: ViewSettings = noSettings;
  let attempts = 0;
  let callOff = () => {};

  function keep(next: { waiting?: ViewConfigUpdate; underWay?: ViewConfigUpdate }): void {
    waiting = next.waiting ?? waiting;
    underWay = next.underWay ?? underWay;
    unsaved = isNothing(waiting) && isNothing(underWay) ? nothing : { ...underWay, ...waiting };
    changes.emit();
  }

  function show(next: ViewSettings): void {
    if (JSON.stringify(next) === JSON.stringify(own)) return;
    own = hasSettings(next) ? next : noSettings;
    changes.emit();
  }

  function change(to: ViewConfigUpdate, saved = nothing): void {
    const before = { ...saved, ...underWay };
    const keys = Object.keys(to) as (keyof ViewConfigUpdate)[];
    base = { ...Object.fromEntries(keys.map((key) => [key, before[key]])), ...base };
    keep({ waiting: { ...waiting, ...to } });
    callOff();
    callOff = world.afterPause(flush);
  }

  function flush(): void {
    callOff();
    if (isNothing(waiting) || !isNothing(underWay)) return;
    [baseUnderWay, base] = [base, nothing];
    keep({ underWay: waiting, waiting: nothing });
    void deliver();
  }

  async function deliver(): Promise<void> {
    try {
      await world.send(underWay, { isLeft: false, base: baseUnderWay });
      attempts = 0;
      keep({ underWay: nothing });
    } catch (error) {
      if (world.isPassing(error)) {
        attempts += 1;
        base = { ...base, ...baseUnderWay };
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
    subscribe: changes.subscribe,
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
        const stop = changes.subscribe(() => {
          if (!isNothing(unsaved)) return;
          stop();
          resolve();
        });
      });
    },
    leave() {
      // Nobody is left to see a failure. If the page is restored, saving continues as before.
      if (isNothing(unsaved)) return;
      world.send(unsaved, { isLeft: true, base: { ...base, ...baseUnderWay } }).catch(() => {});
    },
  };
}

const nothing: ViewConfigUpdate = {};

function isNothing(change: ViewConfigUpdate): boolean {
  return Object.keys(change).length === 0;
}

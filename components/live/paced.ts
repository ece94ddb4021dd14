/** The clock, replaced in tests. */
export interface PacedWorld {
  now(): number;
  later(act: () => void, milliseconds: number): void;
}

/**
 * Throttles an async function per key: runs it at once the first time, then at most once a second, and never twice at
 * the same time. Calls made meanwhile cause one more run afterwards.
 */
export function paced(act: (key: string) => Promise<unknown>, world: PacedWorld): (key: string) => void {
  const running = new Map<string, { isWanted: boolean }>();

  async function run(key: string): Promise<void> {
    const start = world.now();
    const state = { isWanted: false };
    running.set(key, state);
    // Queries keep their own errors; nothing to handle here.
    await act(key).catch(() => {});
    world.later(
      () => {
        running.delete(key);
        if (state.isWanted) void run(key);
      },
      Math.max(0, start + minInterval - world.now()),
    );
  }

  return (key) => {
    const state = running.get(key);
    if (state) state.isWanted = true;
    else void run(key);
  };
}

const minInterval = 1_000;

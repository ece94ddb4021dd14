/** The world around it; tests give another. */
export interface PacedWorld {
  now(): number;
  later(act: () => void, milliseconds: number): void;
}

/**
 * Gives a function that has something done for a key: at once the first time, then at most once a second, and never
 * again before it is done. What is asked for meanwhile is one more time afterwards.
 */
export function paced(act: (key: string) => Promise<unknown>, world: PacedWorld): (key: string) => void {
  const running = new Map<string, { isWanted: boolean }>();

  async function run(key: string): Promise<void> {
    const begun = world.now();
    const state = { isWanted: false };
    running.set(key, state);
    // That it could not be done is seen where the result is missing.
    await act(key).catch(() => {});
    world.later(
      () => {
        running.delete(key);
        if (state.isWanted) void run(key);
      },
      Math.max(0, begun + shortest - world.now()),
    );
  }

  return (key) => {
    const state = running.get(key);
    if (state) state.isWanted = true;
    else void run(key);
  };
}

const shortest = 1_000;

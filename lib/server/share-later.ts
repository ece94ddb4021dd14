/** Work in progress, and the next round shared by later callers. */
interface Round {
  readonly done: Promise<void>;
  next?: Promise<unknown>;
}

const rounds = new Map<string, Round>();

/**
 * Runs `work`, one at a time per key. Callers during a run share the next one, because the current run began
 * earlier and may miss their latest writes.
 */
export function shareLater<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const round = rounds.get(key);
  if (!round) return begin(key, work);
  round.next ??= round.done.then(() => begin(key, work));
  return round.next as Promise<Result>;
}

function begin<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const result = work();
  const round: Round = { done: result.then(finish, finish) };
  rounds.set(key, round);
  return result;

  function finish(): void {
    if (!round.next) rounds.delete(key);
  }
}

/** Work under way, and the one round that those share who came meanwhile. */
interface Round {
  readonly done: Promise<void>;
  next?: Promise<unknown>;
}

const rounds = new Map<string, Round>();

/**
 * Does `work`, of which there is one at a time for a key. Who comes while it goes on shares the next round: its
 * own started before they asked, and might have missed what they have just written.
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

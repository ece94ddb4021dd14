/**
 * Undoes and redoes random writes. One actor returns to every earlier state; with two, neither undoes what the other
 * has written since. `SEED` repeats a run.
 */
import fc from "fast-check";
import { test } from "../api/fixtures";
import { anotherOwner } from "../people";
import { rounds, seed, timeFor } from "../rounds";
import { expectOneOf, expectSame } from "./in-lanes";
import { Snapshot } from "./snapshot";
import { type Step, steps, Workbench } from "./workbench";

const count = rounds.undoSequences;
/** Reports a failing sequence without shrinking it, which would exceed the time of the test. */
const runs = { seed, numRuns: count, endOnFailure: true };

test(`${count} sequences of one actor: each undo and redo restores the exact state`, async ({
  api,
  other,
}) => {
  test.setTimeout(timeFor(count, 60));
  console.log(`undo by one: ${count} sequences, SEED=${seed}`);
  const sequences = fc.array(fc.oneof({ weight: 3, arbitrary: steps }, { weight: 2, arbitrary: moves }), {
    minLength: 3,
    maxLength: 25,
  });
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      const bench = await Workbench.make(api);
      await undoAlone(bench.of(other), sequence);
      await bench.remove();
    }),
    runs,
  );
});

test(`${count} sequences of two actors: neither undoes later writes of the other`, async ({ api, other }) => {
  test.setTimeout(timeFor(count, 60));
  console.log(`undo by two: ${count} sequences, SEED=${seed}`);
  const actors = [other, (await anotherOwner(api)).api];
  const turn = fc.tuple(
    fc.constantFrom(0, 1),
    fc.oneof({ weight: 2, arbitrary: steps }, { weight: 1, arbitrary: moves }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 3, maxLength: 30 }), async (sequence) => {
      const bench = await Workbench.make(api);
      await undoTogether(
        actors.map((actor) => bench.of(actor)),
        sequence,
      );
      await bench.remove();
    }),
    runs,
  );
});

type Move = "undo" | "redo";
const moves = fc.constantFrom<Move>("undo", "redo");

/** A history with a position: writes truncate and extend it, undo and redo move along it. */
async function undoAlone(bench: Workbench, sequence: readonly (Step | Move)[]): Promise<void> {
  const tape = [await Snapshot.of(bench)];
  let at = 0;
  for (const step of [
    ...sequence,
    ...Array<Move>(sequence.length + 1).fill("undo"),
    ...Array<Move>(sequence.length + 1).fill("redo"),
  ]) {
    if (typeof step === "string") {
      const to = step === "undo" ? at - 1 : at + 1;
      const { status, body } = await bench.api.post(`/bases/${bench.baseId}/${step}`, undefined);
      if (to < 0 || to >= tape.length) {
        expectSame([step, status], [step, 409]);
        continue;
      }
      expectSame([step, status, body.skipped], [step, 200, []]);
      at = to;
    } else {
      const before = await bench.countChangeSets();
      await step.run(bench);
      const made = (await bench.countChangeSets()) - before;
      expectOneOf(made, [0, 1]);
      if (made === 1) tape.splice(++at, tape.length, await Snapshot.of(bench));
    }
    expectSame((await Snapshot.of(bench)).contents, tape[at]?.contents);
  }
}

/** Undo changes only parts that its actor wrote last. */
async function undoTogether(
  benches: readonly Workbench[],
  sequence: readonly [number, Step | Move][],
): Promise<void> {
  /** The last writer of each part, and the step of the write. */
  const writers = new Map<string, { who: number; at: number }>();
  /** The step at which each part was created or restored. */
  const arrivals = new Map<string, number>();
  let before = await Snapshot.of(benches[0] as Workbench);
  for (const [at, [who, step]] of sequence.entries()) {
    const bench = benches[who] as Workbench;
    if (typeof step === "string") {
      const { status } = await bench.api.post(`/bases/${bench.baseId}/${step}`, undefined);
      expectOneOf(status, [200, 409]);
    } else await step.run(bench);
    const after = await Snapshot.of(bench);
    const all = before.changesTo(after);
    for (const { name, isNew } of all) if (isNew) arrivals.set(name, at);
    const changes = all.filter(({ cameWith }) => cameWith.length === 0);
    if (typeof step === "string") {
      const foreign = changes.filter(({ name, wentWith }) => {
        const writer = writers.get(name);
        if (!writer || writer.who === who) return false;
        // A part of a created thing counts if it was written after the creation.
        return wentWith.length === 0 || wentWith.some((outer) => writer.at > (arrivals.get(outer) ?? -1));
      });
      expectSame([step, who, foreign], [step, who, []]);
    }
    for (const { name, wentWith } of changes) if (wentWith.length === 0) writers.set(name, { who, at });
    before = after;
  }
}

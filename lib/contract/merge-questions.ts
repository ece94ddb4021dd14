/** Merges the questions of a form that two people have changed at once. */
import { mapConditions } from "./filters";
import type { FormField } from "./form-fields";

interface Versions {
  /** The questions before both changed them. */
  readonly base: readonly FormField[];
  readonly mine: readonly FormField[];
  readonly theirs: readonly FormField[];
}

/**
 * The questions with both changes. Where both changed the same, mine wins: the order, or a property of a question.
 * A question that one of them has removed is gone.
 */
export function mergeQuestions({ base, mine, theirs }: Versions): FormField[] {
  const [before, own, other] = [byField(base), byField(mine), byField(theirs)];
  const isRemoved = (id: string) => before.has(id) && !(own.has(id) && other.has(id));
  const ids = merged({ base, mine, theirs }).filter((id) => !isRemoved(id));
  const questions = ids.flatMap((id) => {
    const [mineNow, theirsNow] = [own.get(id), other.get(id)];
    return mineNow && theirsNow
      ? mergeQuestion(before.get(id), mineNow, theirsNow)
      : (mineNow ?? theirsNow ?? []);
  });
  return withoutLateConditions(questions);
}

function byField(questions: readonly FormField[]): ReadonlyMap<string, FormField> {
  return new Map(questions.map((each) => [each.fieldId, each]));
}

/** All ids, in my order if I have changed it, else in theirs. New questions of theirs stay after the one before. */
function merged({ base, mine, theirs }: Versions): string[] {
  const known = new Set(base.map(({ fieldId }) => fieldId));
  const orderOf = (list: readonly FormField[]) => list.map(({ fieldId }) => fieldId);
  const keptIn = (list: readonly FormField[], others: readonly FormField[]) => {
    const ids = new Set(orderOf(others));
    return orderOf(list).filter((id) => known.has(id) && ids.has(id));
  };
  const isMoved = keptIn(mine, base).join() !== keptIn(base, mine).join();
  const [first, second] = isMoved ? [mine, theirs] : [theirs, mine];
  const ids = orderOf(first);
  let previous = -1;
  for (const id of orderOf(second)) {
    const at = ids.indexOf(id);
    if (at === -1) ids.splice(previous + 1, 0, id);
    previous = at === -1 ? previous + 1 : at;
  }
  return ids;
}

function mergeQuestion(before: FormField | undefined, mine: FormField, theirs: FormField): FormField {
  const keys = Object.keys(mine) as (keyof FormField)[];
  const changed = keys.filter((key) => JSON.stringify(mine[key]) !== JSON.stringify(before?.[key]));
  return { ...theirs, ...Object.fromEntries(changed.map((key) => [key, mine[key]])) };
}

/** Removes conditions on fields that are not asked for earlier in the form, such as after a move. */
export function withoutLateConditions(questions: readonly FormField[]): FormField[] {
  const earlier = new Set<string>();
  return questions.map((question) => {
    const { fieldId, showWhen } = question;
    const kept =
      showWhen && mapConditions(showWhen, (condition) => (earlier.has(condition.field) ? condition : null));
    earlier.add(fieldId);
    return { ...question, showWhen: kept };
  });
}

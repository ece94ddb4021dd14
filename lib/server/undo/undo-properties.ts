import { isDeepStrictEqual } from "node:util";
import { isRefusal } from "../../contract/errors";
import { transact } from "../db";
import { toApiError } from "../failures";
import type { LoggedEntry } from "../log/change-rows";
import { placeBack } from "../structure/siblings";
import { isOrder, type Properties } from "../structure/structure-watch";
import type { Outcome } from "./outcome";

export const changedSince = "it has been changed since";

/** The current properties of a thing, and the names of those that others have changed since. */
interface Now {
  readonly current: Properties;
  readonly foreign: ReadonlySet<string>;
}

/** The properties to revert. Skips those that others have changed since. */
export function reverseProperties(
  { current, foreign }: Now,
  entry: LoggedEntry,
  outcome: Outcome,
): Properties {
  const { before, after } = entry;
  const reversed: { [name: string]: unknown } = {};
  for (const name of Object.keys(after ?? {})) {
    const [was, is, now] = [before?.[name], after?.[name], current[name] ?? null];
    if (isOrder(name)) {
      const order = reverseOrder(now as string[], was as string[], is as string[]);
      if (order) reversed[name] = order;
      else skip(outcome, entry, "the order has been changed since");
    } else if (isDeepStrictEqual(now, is) && !foreign.has(name)) reversed[name] = was;
    else if (!isDeepStrictEqual(now, was)) skip(outcome, entry, `its ${name} has been changed since`);
  }
  outcome.restored += Object.keys(reversed).length;
  return reversed;
}

/** Restores the previous order of common items; new items follow their predecessors. */
function reverseOrder(
  now: readonly string[],
  was: readonly string[],
  is: readonly string[],
): string[] | undefined {
  const known = new Set(was.filter((id) => is.includes(id) && now.includes(id)));
  const inOrder = (list: readonly string[]) => list.filter((id) => known.has(id));
  if (!isDeepStrictEqual(inOrder(now), inOrder(is))) return undefined;
  return placeBack(inOrder(was), now, new Set(now.filter((id) => !known.has(id))));
}

/** Reverts a name, or skips only the name if it is taken. */
export async function rename(
  { entry, outcome }: { entry: LoggedEntry; outcome: Outcome },
  name: unknown,
  store: (name: string) => Promise<unknown>,
): Promise<void> {
  if (typeof name !== "string") return;
  try {
    await transact(() => store(name));
  } catch (error) {
    if (toApiError(error).code !== "CONFLICT") throw error;
    outcome.restored--;
    skip(outcome, entry, "its name is taken");
  }
}

/** Records a skipped part and its reason. */
export function skip(outcome: Outcome, { kind, tableId, itemId }: LoggedEntry, reason: string): void {
  outcome.skipped.push({ tableId, recordId: null, ...(kind === "field" && { fieldId: itemId }), reason });
}

/** Records a refused part; rethrows other errors. The caller wrote no path, so the message refers to the thing. */
export function skipRefused(outcome: Outcome, entry: LoggedEntry, error: unknown): void {
  if (!isRefusal(error)) throw error;
  const [detail] = error.details ?? [];
  skip(outcome, entry, detail ? `it ${detail.message}` : error.message);
}

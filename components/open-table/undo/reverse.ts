import type { Message } from "@/components/tasks/messages";
import { persist } from "@/components/tasks/retry";
import type { SeenRun } from "@/components/tasks/tasks";
import { api } from "@/lib/client/api";
import type { Undone, UndoScope } from "@/lib/contract/changes";
import { ApiError } from "@/lib/contract/errors";
import { changeText } from "./change-text";

export type Way = "undo" | "redo";

export const wayWords = {
  undo: { label: "Undoing", done: "Undid", nothing: "Nothing to undo", failed: "Not undone" },
  redo: { label: "Redoing", done: "Redid", nothing: "Nothing to redo", failed: "Not redone" },
};

interface Reversal {
  readonly databaseId: string;
  readonly scope: UndoScope;
  readonly notify: (message: Message) => void;
}

/** Undoes or redoes on the server. Reports a refusal and returns undefined. */
export async function reverse(
  way: Way,
  { databaseId, scope, notify }: Reversal,
  run: SeenRun,
): Promise<Undone | undefined> {
  const { label, nothing, failed } = wayWords[way];
  try {
    return await untilAnswered(
      (idempotencyKey) =>
        api(`POST /bases/{databaseId}/${way}`, { params: { databaseId }, body: scope, idempotencyKey }),
      run,
      () =>
        notify({
          title: `${label} continues in the background`,
          detail: "The server has already started and can't be stopped.",
        }),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify(
      error.code === "CONFLICT" && scope?.changeSetId === undefined
        ? { title: nothing }
        : { title: failed, detail: error.message, isError: true },
    );
    return undefined;
  }
}

/** Describes the result of undo or redo, including skipped changes and their reasons. */
export function messageOf(way: Way, { action, restored, skipped }: Undone): Message {
  const { done, failed } = wayWords[way];
  const what = action
    ? changeText(action)
    : `${restored.toLocaleString("en")} ${restored === 1 ? "change" : "changes"}`;
  const [first] = skipped;
  if (!first) return { title: `${done}: ${what}` };
  const reasons = [...new Set(skipped.map(({ reason }) => reason))];
  const rest =
    skipped.length === 1
      ? "1 change was skipped"
      : `${skipped.length.toLocaleString("en")} changes were skipped`;
  return {
    title: `${restored === 0 ? failed : done}: ${what}`,
    detail: `${rest}: ${reasons.slice(0, 3).join("; ")}`,
    isError: true,
  };
}

/** The table created or deleted by the reversal, if any. */
export function tableSwitchBy(
  way: Way,
  { action, restored }: Undone,
): { id: string; is: "back" | "gone" } | null {
  if (action?.what !== "table" || action.id === null || restored === 0) return null;
  const { id, did } = action;
  if (did !== "created" && did !== "deleted") return null;
  return { id, is: (did === "created") === (way === "redo") ? "back" : "gone" };
}

/**
 * Sends a request that can be cancelled only before it is sent. After that it continues in the background, with a
 * message.
 */
async function untilAnswered<Answer>(
  call: (idempotencyKey: string) => Promise<Answer>,
  run: SeenRun,
  onGoingOn: () => void,
): Promise<Answer> {
  const stop = new AbortController();
  let isOut = false;
  function cancel(): void {
    if (!isOut) stop.abort();
    else {
      run.hide();
      onGoingOn();
    }
  }
  if (run.signal.aborted) cancel();
  run.signal.addEventListener("abort", cancel, { once: true });
  async function issue(idempotencyKey: string): Promise<Answer> {
    isOut = true;
    try {
      return await call(idempotencyKey);
    } finally {
      isOut = false;
      // Cancelled meanwhile: no retry.
      if (run.signal.aborted) stop.abort();
    }
  }
  return persist(issue, { ...run, signal: stop.signal });
}

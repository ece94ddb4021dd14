import type { EditStore } from "@/components/edits/edit-store";
import type { Message } from "@/components/tasks/messages";
import { persist } from "@/components/tasks/retry";
import { orAborted, type SeenRun } from "@/components/tasks/tasks";
import { api } from "@/lib/client/api";
import type { Undone } from "@/lib/contract/changes";
import { ApiError } from "@/lib/contract/errors";
import type { TableServices } from "../use-table-services";

/** What is undone is of a table, whatever shows it. */
interface Undoing {
  readonly store: EditStore;
  readonly services: TableServices;
}

export function undo(grid: Undoing): Promise<void> {
  return restore("undo", grid);
}

export function redo(grid: Undoing): Promise<void> {
  return restore("redo", grid);
}

const words = {
  undo: { label: "Undoing", done: "Undone", nothing: "Nothing to undo", failed: "Not undone" },
  redo: { label: "Redoing", done: "Redone", nothing: "Nothing to redo", failed: "Not redone" },
};

/** What is still on its way is what a person wants back: it has to get there first. */
async function restore(which: "undo" | "redo", { store, services }: Undoing): Promise<void> {
  const { label, nothing, failed } = words[which];
  await services.tasks.run(label, async (run) => {
    const { signal } = run;
    await orAborted(Promise.all([store.whenSettled(), services.whenViewsSaved()]), signal);
    try {
      const { databaseId, tableId } = services.listing;
      const undone = await untilAnswered(
        (idempotencyKey) =>
          api(`POST /bases/{databaseId}/${which}`, {
            params: { databaseId },
            body: { tableId },
            idempotencyKey,
          }),
        run,
        () =>
          services.say({ title: `${label} goes on`, detail: "The server is at it and cannot be stopped." }),
      );
      services.reloadTable();
      await services.reloadRows();
      services.say(messageOf(which, undone));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      services.say(
        error.code === "CONFLICT"
          ? { title: nothing }
          : { title: failed, detail: error.message, isError: true },
      );
    }
  });
}

/** What was undone, and what was not and why. */
function messageOf(which: "undo" | "redo", { restored, skipped }: Undone): Message {
  const title = `${words[which].done}: ${restored.toLocaleString("en")} ${restored === 1 ? "change" : "changes"}`;
  const [first] = skipped;
  if (!first) return { title };
  const reasons = [...new Set(skipped.map(({ reason }) => reason))];
  const rest =
    skipped.length === 1
      ? "One was left as it is"
      : `${skipped.length.toLocaleString("en")} were left as they are`;
  return { title, detail: `${rest}: ${reasons.slice(0, 3).join("; ")}`, isError: true };
}

/** Issues a call that is called off only while it is not with the server: else it goes on unseen, and that is said. */
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
      // Nobody waits for it any more: it is not sent again.
      if (run.signal.aborted) stop.abort();
    }
  }
  return persist(issue, { ...run, signal: stop.signal });
}

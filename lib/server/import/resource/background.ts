import { setTimeout as delay } from "node:timers/promises";
import { ApiError } from "../../../contract/errors";
import type { ImportStatus } from "../../../contract/import-resource";
import { Prisma, query } from "../../db";
import { toApiError } from "../../failures";
import { logger } from "../../logger";
import { refusalOf } from "../in-words";
import { changeImport, stoppedMessage } from "./stored-imports";

/** Milliseconds between signs of life of an import. */
const beatEvery = 2_000;

/** The means of the work on an import to learn of its end and to report its progress. */
export interface Work {
  /** Aborted when the import is cancelled, or the process stops. */
  readonly signal: AbortSignal;
  /** Shows how many rows are read. */
  readonly onRows: (rows: number) => void;
}

/** Work in progress in this process. */
const running = new Map<Promise<void>, AbortController>();

/**
 * Works on an import in the background of this process, while it has the given status. A failure is shown on the import.
 * Returns at once.
 */
export function inBackground(
  { id, status, rows: of }: { id: string; status: ImportStatus; rows: number },
  work: (work: Work) => Promise<void>,
): void {
  const stopping = new AbortController();
  let rows = 0;
  const beats = new AbortController();
  const beating = beat({ id, status, stopping, ended: beats.signal, progress: () => ({ rows, of }) });
  const onRows = (count: number) => {
    rows = count;
  };
  const done = work({ signal: stopping.signal, onRows })
    .catch((error) => fail(id, status, error))
    .finally(async () => {
      beats.abort();
      await beating;
      running.delete(done);
    });
  running.set(done, stopping);
}

interface Beating {
  readonly id: string;
  readonly status: ImportStatus;
  readonly stopping: AbortController;
  readonly ended: AbortSignal;
  readonly progress: () => { rows: number; of: number };
}

/** Shows regularly that the work goes on, and stops it if the import has another status meanwhile. */
async function beat({ id, status, stopping, ended, progress }: Beating): Promise<void> {
  while (!ended.aborted) {
    await delay(beatEvery, undefined, { signal: ended, ref: false }).catch(() => {});
    if (ended.aborted) return;
    try {
      const rows = await query(Prisma.sql`
        UPDATE "Import" SET "aliveAt" = clock_timestamp(),
          "progress" = CASE WHEN ${status} = 'running' THEN ${JSON.stringify(progress())}::jsonb END
        WHERE "id" = ${id}::uuid AND "status" = ${status} RETURNING 1`);
      if (rows.length === 0) stopping.abort(cancelled);
    } catch (error) {
      logger.debug({ err: error }, "a sign of life of an import could not be stored");
    }
  }
}

/** The reason why the work on an import ends early. Nothing of it is stored. */
export const cancelled = new ApiError("CONFLICT", "The import was cancelled.");
const stopped = new ApiError("UNAVAILABLE", stoppedMessage);

async function fail(id: string, status: ImportStatus, thrown: unknown): Promise<void> {
  const { message, code, details = [] } = toApiError(refusalOf(thrown));
  const isOurs = code === "INTERNAL_SERVER_ERROR";
  if (isOurs) logger.error({ err: thrown, import: id }, "an import failed");
  const errors = details.map(({ path, message: words }) => ({ ...placeOf(path), value: "", message: words }));
  const result = errors.some(({ row }) => row > 0)
    ? { created: 0, updated: 0, unchanged: 0, failed: 0, errors, changeSetId: null, tableId: "" }
    : Prisma.DbNull;
  await changeImport(id, [status], {
    status: "failed",
    // No request waits for the answer whose id the usual sentence names.
    error: isOurs ? unexpected : message,
    progress: Prisma.DbNull,
    result,
  }).catch((error) =>
    logger.error({ err: error, import: id }, "the failure of an import could not be stored"),
  );
}

const unexpected =
  "Something went wrong on our side. Try again; if it fails again, report the id of the import.";

/** `row 3, Amount` → 3 and `Amount` */
function placeOf(path: string): { row: number; field: string | null } {
  const [, row = "0", field = null] = /^row (\d+)(?:, (.*))?$/s.exec(path) ?? [];
  return { row: Number(row), field };
}

/** Stops all work of this process and waits for its end. */
export async function stopImports(): Promise<void> {
  for (const stopping of running.values()) stopping.abort(stopped);
  await Promise.all(running.keys());
}

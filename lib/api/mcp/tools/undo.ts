import * as z from "zod";
import { ApiError } from "../../../contract/errors";
import { isMadeBy } from "../../../server/log/change-rows";
import { change } from "../../../server/log/changes";
import { ofAnySize } from "../../../server/structure/schema-change";
import { database, idempotencyKey } from "../arguments";
import { callOperation } from "../call-operation";
import { firstFitting, listBytes } from "../fit";
import { tool } from "../tool";

export const undo = tool({
  name: "undo",
  title: "Undo changes",
  description:
    "Takes back your latest change set in a database: pass the `changeSetId` of its answer. Without one, it takes back the latest change set if an assistant made it, never one that a person made. Values that others have changed since stay as they are and are listed in `skipped`.",
  operations: ["POST /bases/{databaseId}/undo"],
  input: z.strictObject({
    database,
    changeSetId: z.uuid().optional().describe("The `changeSetId` of the answer to the change."),
    idempotencyKey,
  }),
  hints: { isReadOnly: false, isDestructive: true },
  run({ caller, args: { changeSetId }, databaseId }) {
    return change(async () => {
      const undone = await callOperation(caller, "POST /bases/{databaseId}/undo", {
        params: { databaseId },
        body: { ...(changeSetId !== undefined && { changeSetId }) },
      });
      const isOwn = await isMadeBy({ databaseId, changeSetId: undone.changeSetId, source: "mcp" });
      if (changeSetId === undefined && !isOwn) throw madeByPerson;
      const skipped = firstFitting(undone.skipped, listBytes);
      const more = undone.skipped.length - skipped.length;
      return { ...undone, skipped, ...(more > 0 && { note: `${more} more were skipped.` }) };
    }, ofAnySize);
  },
});

/** Rolls back the undo. */
const madeByPerson = new ApiError(
  "CONFLICT",
  "The latest change set was not made by an assistant, so nothing was undone. Pass its changeSetId to undo it nevertheless.",
);

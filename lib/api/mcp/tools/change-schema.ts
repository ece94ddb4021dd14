import * as z from "zod";
import { ApiError, problemsError } from "../../../contract/errors";
import { limits } from "../../../contract/limits";
import { fieldTypes } from "../../../field-types";
import { listUpTo } from "../../../field-types/list";
import { rehearse, change as transaction } from "../../../server/log/changes";
import { ofAnySize } from "../../../server/structure/schema-change";
import { database, idempotencyKey } from "../arguments";
import type { Caller } from "../call-operation";
import { firstFitting, listBytes } from "../fit";
import { type ToolContent, tool } from "../tool";
import { carryOut, schemaChange, schemaOperations } from "./schema-changes";

export const changeSchema = tool({
  name: "change_schema",
  title: "Change tables, fields and views",
  description: `Creates, changes and deletes tables, fields and views of a database: all changes in their order, or none. By default it is a dry run, which checks everything and tells what would happen; pass \`dryRun: false\` to store it. Later changes may name what earlier ones create. Field types: ${[...fieldTypes.keys()].join(", ")}. Example: {"changes": [{"do": "create_field", "table": "Deals", "name": "Stage", "type": "single_select", "template": {"options": [{"label": "Open"}]}}]}. The answer has a \`changeSetId\`, with which \`undo\` takes all of it back.`,
  operations: schemaOperations,
  input: z.strictObject({
    database,
    changes: listUpTo(
      limits.tablesPerCall,
      "changes",
      z.array(schemaChange).min(1, { error: "takes at least one change" }),
    ),
    dryRun: z.boolean().default(true).describe("False to store the changes."),
    idempotencyKey,
  }),
  hints: { isReadOnly: false, isDestructive: true },
  async run({ caller, args: { dryRun }, sent, databaseId }) {
    const work = () => carryOutAll(caller, { databaseId, changes: sent.changes, isDryRun: dryRun });
    const all = dryRun ? await rehearse(work) : await transaction(work, ofAnySize);
    const changes = firstFitting(all, listBytes);
    const notes = [
      ...(changes.length < all.length
        ? [`What ${all.length - changes.length} more changes do does not fit.`]
        : []),
      ...(dryRun ? ["Nothing is stored yet. Call again with dryRun: false to store the changes."] : []),
    ];
    return {
      dryRun,
      ...(!dryRun && { changeSetId: caller.author.changeSetId }),
      changes,
      ...(notes.length > 0 && { note: notes.join(" ") }),
    };
  },
});

interface Changes {
  readonly databaseId: string;
  readonly changes: readonly z.output<typeof schemaChange>[];
  readonly isDryRun: boolean;
}

/** Carries out all changes as writes of one transaction, each of which undo takes back on its own. */
async function carryOutAll(
  caller: Caller,
  { databaseId, changes, isDryRun }: Changes,
): Promise<ToolContent[]> {
  const author = { ...caller.author, writes: { done: 0 } };
  const done: ToolContent[] = [];
  for (const [index, change] of changes.entries()) {
    const result = await carryOut({ ...caller, author }, { databaseId, change, isDryRun }).catch(
      (error: unknown) => {
        throw errorOf(error, `changes[${index}]`);
      },
    );
    done.push({ do: change.do, ...result });
  }
  return done;
}

/** Says which change an error is about. */
function errorOf(error: unknown, at: string): unknown {
  if (!(error instanceof ApiError)) return error;
  const { code, message, details, headers } = error;
  if (details)
    return problemsError(
      code,
      details.map((each) => ({ ...each, path: `${at}.${each.path}` })),
    );
  return new ApiError(code, `${at}: ${message}`, undefined, headers);
}

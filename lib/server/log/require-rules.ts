import type { RuledWrite } from "../../contract/rules";
import type { Author } from "../access/author";
import { roleIn } from "../access/rights";
import {
  type DatabaseRules,
  isFree,
  loadRules,
  requireFieldWrites,
  requireTableWrite,
} from "../access/rules";

/** The author of changes, and the rules of the database if they are known and stay. */
interface Ruled {
  readonly author: Author;
  readonly databaseId: string;
  readonly rules?: DatabaseRules | undefined;
}

/** An entry of the log. */
interface Change {
  readonly kind: string;
  readonly tableId: string | null;
  readonly isEcho?: boolean;
  readonly before: Values | null;
  readonly after: Values | null;
}

type Values = { readonly [key: string]: unknown };

/**
 * Throws the 403 of a rule that keeps the author from one of these changes of records. Every change of records is logged, so
 * this covers all of them, undo and restores included, apart from the values of new records (`requireWritable`) and single
 * statements that log themselves. Side effects follow from other changes and need no right.
 */
export async function requireRules(
  { author: { actor }, databaseId, rules }: Ruled,
  entries: readonly Change[],
): Promise<void> {
  const changes = entries.filter(isOfRecords);
  if (changes.length === 0 || roleIn(actor, databaseId) === "owner") return;
  const known = rules ?? (await loadRules({ databaseId }));
  if (isFree(actor, known)) return;
  for (const entry of changes) {
    const tableId = entry.tableId ?? "";
    for (const write of writesOf(entry)) requireTableWrite(actor, known, { tableId, write });
    requireFieldWrites(actor, known, fieldsOf(entry));
  }
}

function isOfRecords({ kind, isEcho }: Change): boolean {
  return kind === "import" || (kind === "record" && !isEcho);
}

function writesOf({ kind, before, after }: Change): readonly RuledWrite[] {
  if (after === null) return ["delete"];
  if (kind === "record") return [before === null ? "create" : "update"];
  return (["create", "update"] as const).filter((write) => Number(after[`${write}d`]) > 0);
}

/** The changed fields; of new records those of an import alone, as restored values were there before. */
function fieldsOf({ kind, before, after }: Change): readonly string[] {
  if (after === null) return [];
  if (kind === "import") return after.fieldIds as string[];
  return before === null ? [] : Object.keys(after);
}

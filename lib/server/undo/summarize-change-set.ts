import type { ChangeSummary } from "../../contract/changes";
import { fieldTypes } from "../../field-types";
import { Prisma, prisma, query } from "../db";
import type { LoggedEntry, LoggedWrite, MadeWrite } from "../log/change-rows";
import type { Properties } from "../structure/structure-watch";
import { onlyAddsOptions } from "./undo-fields";

type Done = Omit<LoggedWrite, "xid" | "step">;

interface DoneWrite {
  readonly write: MadeWrite;
  readonly structure: readonly LoggedEntry[];
}

/** Describes a change set by its own log entries, so that undo and redo of it give the same counts. */
export async function summarizeChangeSet(
  done: Done,
  writes: readonly DoneWrite[],
): Promise<ChangeSummary | null> {
  if (writes.length === 0) return null;
  const name = await nameOf(done);
  const structure = writes.flatMap((each) => each.structure);
  for (const rank of ranksBeforeRecords) {
    const part = await describePart(structure.filter(rank));
    if (part) return { name, ...part };
  }
  const hasRecords = writes.some(({ write }) => write.hasRecords);
  const part = hasRecords ? await describeRecords(done) : await describePart(structure);
  return part && { name, ...part };
}

type Described = Omit<ChangeSummary, "name">;

/**
 * Ranks the kinds of changes of a write by importance, side effects last: a table includes fields, a converted link
 * field removes the other side, new fields are added to views.
 */
const ranksBeforeRecords: readonly ((entry: LoggedEntry) => boolean)[] = [
  (entry) => entry.kind === "table" && !isUpdate(entry),
  (entry) => entry.kind === "field" && isUpdate(entry) && "type" in (entry.after ?? {}),
  (entry) => entry.kind === "field" && !isUpdate(entry),
  (entry) => entry.kind === "view" && !isUpdate(entry),
  (entry) => entry.kind === "field" && !onlyAddsOptions(entry),
];

const kindsByWeight: readonly LoggedEntry["kind"][] = ["field", "table", "base", "view"];

async function describePart(entries: readonly LoggedEntry[]): Promise<Described | null> {
  const kind = kindsByWeight.find((each) => entries.some((entry) => entry.kind === each));
  const first = entries.findLast((entry) => entry.kind === kind);
  if (!first || first.kind === "record" || first.kind === "import") return null;
  const did = didOf(first);
  const alike = entries.filter((entry) => entry.kind === kind && didOf(entry) === did);
  const count = new Set(alike.map(pairOf)).size;
  const [id, of] = count === 1 ? [first.itemId, await calledOf(first)] : [null, null];
  return { did, what: first.kind, count, id, of };
}

function isUpdate({ before, after }: LoggedEntry): boolean {
  return before !== null && after !== null;
}

function didOf({ before, after }: LoggedEntry): Described["did"] {
  return before === null ? "created" : after === null ? "deleted" : "changed";
}

/** Counts the two sides of a link as one. */
function pairOf({ itemId, before, after }: LoggedEntry): string {
  const { inverseFieldId } = ((after ?? before)?.template ?? {}) as { inverseFieldId?: string };
  return [itemId, ...(inverseFieldId === undefined ? [] : [inverseFieldId])].sort().join(" ");
}

/** The previous name, or the current one if it was not renamed. */
async function calledOf({ kind, itemId, before, after }: LoggedEntry): Promise<string | null> {
  const name = ((before ?? after) as Properties).name;
  if (typeof name === "string") return name;
  const where = { where: { id: itemId }, select: { name: true } } as const;
  const { base, table, field, view } = prisma();
  const read = {
    base: () => base.findUnique(where),
    table: () => table.findUnique(where),
    field: () => field.findUnique(where),
    view: () => view.findUnique(where),
    record: async () => null,
    import: async () => null,
  }[kind];
  return (await read())?.name ?? null;
}

interface Counts {
  readonly created: number;
  readonly deleted: number;
  readonly moved: number;
  /** Cells of records that existed before. */
  readonly changedCells: number;
  readonly createdCells: number;
  /** Records that imports have changed. */
  readonly imported: number;
}

async function describeRecords(done: Done): Promise<Described | null> {
  const { created, deleted, moved, changedCells, createdCells, imported } = await countRecords(done);
  const unnamed = { id: null, of: null };
  const records = (did: Described["did"], count: number) => ({
    did,
    what: "record" as const,
    count,
    ...unnamed,
  });
  if (imported > 0) return records("changed", created + deleted + imported);
  if (created > 0 && deleted > 0) return records("changed", created + deleted);
  if (created > 0 && changedCells === 0) return records("created", created);
  if (deleted > 0) return records("deleted", deleted);
  if (changedCells > 0) {
    return { did: "changed", what: "cell", count: changedCells + createdCells, ...unnamed };
  }
  return moved > 0 ? records("moved", moved) : null;
}

async function countRecords({ baseId, changeSetId, personId }: Done): Promise<Counts> {
  const computed = [...fieldTypes.values()].filter(({ isComputed }) => isComputed).map(({ type }) => type);
  const [counts] = await query<Counts>(Prisma.sql`
    WITH imports AS (
      SELECT coalesce(sum(("after" ->> 'created')::int), 0)::int AS "created",
        coalesce(sum(("before" ->> 'created')::int), 0)::int AS "deleted",
        coalesce(sum((coalesce("after", "before") ->> 'updated')::int), 0)::int AS "updated"
      FROM "Change" WHERE "changeSetId" = ${changeSetId}::uuid AND "personId" = ${personId}::uuid AND "baseId" = ${baseId}
        AND "kind" = 'import' AND NOT "isEcho"
    ), own AS (
      SELECT "recordId", "lastId", "before" IS NULL AS "isNew", "after" IS NULL AS "isGone",
        coalesce("after", "before") AS "values"
      FROM "Change" WHERE "changeSetId" = ${changeSetId}::uuid AND "personId" = ${personId}::uuid AND "baseId" = ${baseId}
        AND "kind" = 'record' AND NOT "isEcho"
    ), opened AS (
      SELECT "recordId"::text AS "id", "isNew", "isGone", "values" FROM own WHERE "lastId" IS NULL
      UNION ALL
      SELECT "each".key, "isNew", "isGone", "each".value FROM own, jsonb_each(own."values") AS "each" WHERE "lastId" IS NOT NULL
    ), written AS (
      SELECT "id", "isNew", "key" FROM opened CROSS JOIN jsonb_object_keys("values") AS "key" WHERE NOT "isGone"
    ), cells AS (
      SELECT * FROM written WHERE "key" <> 'position' AND "key" NOT IN (
        SELECT "Field"."id" FROM "Field" JOIN "Table" ON "Table"."id" = "Field"."tableId"
        WHERE "Table"."baseId" = ${baseId} AND "Field"."type" = ANY(${computed}))
    )
    SELECT (SELECT count(*) FROM opened WHERE "isNew")::int + imports."created" AS "created",
      (SELECT count(*) FROM opened WHERE "isGone")::int + imports."deleted" AS "deleted",
      imports."updated" AS "imported",
      (SELECT count(DISTINCT "id") FROM written WHERE "key" = 'position' AND NOT "isNew")::int AS "moved",
      (SELECT count(*) FROM (SELECT DISTINCT "id", "key" FROM cells WHERE NOT "isNew") AS "each")::int AS "changedCells",
      (SELECT count(*) FROM cells WHERE "isNew")::int AS "createdCells"
    FROM imports`);
  return counts ?? { created: 0, deleted: 0, moved: 0, changedCells: 0, createdCells: 0, imported: 0 };
}

async function nameOf({ baseId, changeSetId, personId }: Done): Promise<string | null> {
  const [named] = await query<{ name: string }>(Prisma.sql`
    SELECT "changeSetName" AS "name" FROM "Change" WHERE "changeSetId" = ${changeSetId}::uuid
      AND "personId" = ${personId}::uuid AND "baseId" = ${baseId} AND "changeSetName" IS NOT NULL
    ORDER BY "number" LIMIT 1`);
  return named?.name ?? null;
}

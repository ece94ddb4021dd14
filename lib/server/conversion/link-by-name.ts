import { badRequest } from "../../contract/errors";
import { defaultOf, fieldTypeOf, isLink, typedTemplate } from "../../field-types";
import { missingNames, textReader } from "../../field-types/columns";
import { quote } from "../../field-types/text";
import { requireMay } from "../access/may";
import type { CallerRights } from "../access/rights";
import { requireFieldWrites, requireTableWrite } from "../access/rules";
import { context } from "../context";
import { Prisma, query } from "../db";
import { addNames, createNamed, createNames, findNames, readNames } from "../import/rows/link-names";
import { reserveNumber, storeBatch } from "../log/change-log";
import type { ChangeSet } from "../log/changes";
import { changeLists } from "../records/link-sets";
import { linkOf, sideOf } from "../records/link-side";
import { insertLinks } from "../records/links";
import { partitionOf } from "../structure/partitions";
import { liftTimeout, lockRecordsOf } from "../structure/schema-change";
import { findSchema, prepareField, type TableSchema } from "../structure/schemas";
import type { FieldRow } from "../structure/structure";
import { takeTurn } from "../turns";
import { cellTexts } from "./cell-texts";
import { type Cell, type ChangedCell, cellsOf } from "./cells";
import type { CellConversion } from "./convert-cells";

/** A field before and after its change to links. */
export interface Linking {
  readonly databaseId: string;
  readonly before: FieldRow;
  readonly after: FieldRow;
  /** Creates records for missing names. */
  readonly createLinked: boolean;
  /** Omitted for a dry run. */
  readonly change?: ChangeSet;
}

/** Converts texts to links. */
export interface NamedLinks {
  readonly convert: CellConversion["convert"];
  /** Number of records created for missing names. */
  readonly created: number;
}

/** True if the update makes a link field of another one. */
export function becomesLink({ before, after }: Pick<Linking, "before" | "after">): boolean {
  return isLink(after) && !isLink(before);
}

/**
 * Finds the records that the texts of a field name, by the rules of imports. The created records are a step of the
 * change set, so that undo removes them once nothing links to them.
 */
export async function linksByName(linking: Linking): Promise<NamedLinks> {
  const { databaseId, before, after, createLinked, change } = linking;
  const { tableId } = linkOf(after);
  const { reader } = context();
  if (change) await lockRecordsOf([before.tableId, tableId]);
  await liftTimeout();
  const target = await findSchema({ databaseId, tableId });
  if (!target || !reader) throw new Error(`There is no table ${tableId}.`);
  requireMay(reader, "read", databaseId);
  if (createLinked) requireCreation(reader, target);
  const readTexts = await cellTexts({ databaseId }, before);
  async function* pages(): AsyncGenerator<string[]> {
    for await (const cells of cellsOf(before)) {
      yield cells.map(await readTexts(cells));
      await takeTurn();
    }
  }
  await createNames();
  for await (const texts of pages()) await addNames(target, texts);
  await findNames(target);
  let created = 0;
  if (createLinked) {
    // A single link, or a single option, is one name with its commas.
    const isOneName = !linkOf(after).allowMultiple || fieldTypeOf(before).storage === "option";
    for await (const texts of pages()) {
      const { ids, repeated } = await readNames(target, texts);
      const missing = texts
        .flatMap((text) => missingNames(text, ids, { isOneName }))
        .filter((name) => !repeated.has(name));
      created += (await createNamed(change, target, [...new Set(missing)])).count;
      await change?.store();
    }
    if (created > 0) await change?.endStep();
  }
  const to = typedTemplate(after);
  const convert = async (cells: readonly Cell[]) => {
    const textOf = await readTexts(cells);
    const texts = new Map(cells.map((cell) => [cell, textOf(cell)]));
    const { ids } = await readNames(target, [...texts.values()]);
    const read = textReader(to, () => undefined, ids);
    return (cell: Cell) => {
      const list = read(texts.get(cell) ?? "") as readonly string[] | undefined;
      return { stored: list && list.length > 0 ? list : null, isLost: list === undefined };
    };
  };
  return { convert, created };
}

/** Throws if the caller cannot create records of which only the primary field is given. */
function requireCreation(reader: CallerRights, { id, databaseId, rules, ...target }: TableSchema): void {
  requireMay(reader, "edit-records", databaseId);
  requireTableWrite(reader, rules, { tableId: id, write: "create" });
  requireFieldWrites(reader, rules, [target.primaryFieldId]);
  const made = { at: new Date(), personId: null };
  const required = target.fields.find(
    (field) => field.isRequired && field.id !== target.primaryFieldId && defaultOf(field, made) === undefined,
  );
  if (!required) return;
  const message = `cannot be true, because new records of the linked table need a value in ${quote(required.name)}`;
  throw badRequest([{ path: "createLinked", message }]);
}

/** Stores the converted cells of a field as links, by `work`, and logs the lists on the other side. */
export async function storeLinkCells(
  change: ChangeSet,
  field: FieldRow,
  work: (store: (cells: readonly ChangedCell[]) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { id, tableId } = field;
  const schema = { id: tableId };
  const link = prepareField({ ...field, template: linkOf(field) });
  const side = sideOf(link);
  const linked = partitionOf(linkOf(field).tableId);
  const around = {
    own: Prisma.sql`SELECT NULL::uuid AS "id" WHERE false`,
    other: Prisma.sql`SELECT "id" FROM ${linked} WHERE "tableId" = ${linkOf(field).tableId}`,
  };
  await changeLists(change, { schema, field: link, entry: await reserveNumber(), ...around }, () =>
    work(async (cells) => {
      if (cells.length === 0) return;
      await storeBatch(change, { tableId, fieldId: id }, cells);
      const given = JSON.stringify(cells.map(({ recordId, after }) => ({ own: recordId, ids: after ?? [] })));
      await query(Prisma.sql`
        UPDATE ${partitionOf(tableId)} AS record SET "data" = record."data" - ${id}::text, "version" = "version" + 1
        FROM jsonb_to_recordset(${given}::jsonb) AS given ("own" uuid)
        WHERE record."tableId" = ${tableId} AND record."id" = given."own"`);
      const wanted = Prisma.sql`
        SELECT given."own", item."id" AS "other", item."order"::int AS "order"
        FROM jsonb_to_recordset(${given}::jsonb) AS given ("own" uuid, "ids" uuid[]),
          unnest(given."ids") WITH ORDINALITY AS item ("id", "order")`;
      await query(insertLinks(side, wanted, Prisma.sql`"own"`));
    }),
  );
}

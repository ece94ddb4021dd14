import { type TypedTemplate, typedTemplate } from "../../field-types";
import { Prisma, query } from "../db";

/** The position of an entry in the log, within a write of a change set. Large numbers are texts. */
export interface LogPlace {
  readonly changeSetId: string;
  readonly xid: string;
  readonly step: number;
  readonly number: string;
}

/** A field before and after an entry of the log; undefined if unknown. */
export interface FieldSides {
  readonly before: TypedTemplate | undefined;
  readonly after: TypedTemplate | undefined;
}

/** Looks up the current type of a field. */
export type FieldNow = (fieldId: string) => TypedTemplate | undefined;

/** An entry about a field. Its type and template determine the meaning of logged values. */
export interface FieldEntry extends LogPlace {
  readonly itemId: string;
  readonly before: Meaning | null;
  readonly after: Meaning | null;
}

interface Meaning {
  readonly type?: string;
  readonly template?: object;
}

/** Earlier types of fields. A logged value has the type that its field had at that time. */
export class PastFields {
  /** By field, newest first. */
  readonly #turns = new Map<string, Turn[]>();

  /** `entries` are sorted by number. */
  constructor(
    entries: readonly FieldEntry[],
    readonly now: FieldNow,
  ) {
    for (const entry of entries.toReversed()) {
      const turns = this.#turns.get(entry.itemId) ?? [];
      this.#turns.set(entry.itemId, turns);
      const after = changed(turns.at(-1)?.before ?? now(entry.itemId), entry.after);
      turns.push({ ...entry, before: changed(after, entry.before), after });
    }
  }

  /** The field before and after an entry. Changes by the entry's own write are between the two. */
  around(fieldId: string, place: LogPlace): FieldSides {
    const turns = this.#turns.get(fieldId);
    if (!turns) return { before: this.now(fieldId), after: this.now(fieldId) };
    const own = turns.filter((turn) => isSameWrite(turn, place));
    const [last, first] = [own[0], own.at(-1)];
    if (first && last) return { before: first.before, after: last.after };
    const next = turns.findLast(({ number }) => BigInt(number) > BigInt(place.number));
    const then = next ? next.before : turns[0]?.after;
    return { before: then, after: then };
  }
}

/** A change of a field's type or template. */
interface Turn extends LogPlace, FieldSides {}

function changed(field: TypedTemplate | undefined, meaning: Meaning | null): TypedTemplate | undefined {
  const { type, template = field?.template } = meaning ?? {};
  const changedType = type ?? field?.fieldType.type;
  return changedType !== undefined && template ? typedTemplate({ type: changedType, template }) : undefined;
}

function isSameWrite(one: LogPlace, other: LogPlace): boolean {
  return one.changeSetId === other.changeSetId && one.xid === other.xid && one.step === other.step;
}

/** Loads the earlier types of these fields at some log entries about records of these tables. */
export async function loadPastFields(
  entries: readonly LogPlace[],
  { tableIds, fieldIds, now }: { tableIds: readonly string[]; fieldIds: readonly string[]; now: FieldNow },
): Promise<PastFields> {
  if (fieldIds.length === 0) return new PastFields([], now);
  const numbers = [...new Set(entries.map(({ number }) => number))];
  const writes = [...new Set(entries.map(({ changeSetId }) => changeSetId))];
  const found = await query<FieldEntry>(Prisma.sql`
    SELECT "changeSetId", "xid", "step", "number", "itemId", "before", "after" FROM "Change"
    WHERE "tableId" = ANY(${tableIds}) AND "recordId" IS NULL AND "kind" = 'field' AND "itemId" = ANY(${fieldIds})
      AND ("number" >= (SELECT min("each") FROM unnest(${numbers}::bigint[]) AS "each") OR "changeSetId" = ANY(${writes}::uuid[]))
      AND "before" IS NOT NULL AND ("after" IS NULL OR "after" ? 'type' OR ("after" ? 'template' AND ${isMoreThanAdded}))
    ORDER BY "number"`);
  return new PastFields(found, now);
}

/** Ignores added options, which do not affect earlier values; there may be many such entries. */
const isMoreThanAdded = Prisma.sql`
  NOT coalesce(starts_with("after" #>> '{template,options}', left("before" #>> '{template,options}', -1)), true)`;

import { type TypedTemplate, typedTemplate } from "../../field-types";
import { Prisma, query } from "../db";

/** Where an entry stands in the log: in one of the writes of a change set. Large numbers are texts. */
export interface LogPlace {
  readonly changeSetId: string;
  readonly xid: string;
  readonly step: number;
  readonly number: string;
}

/** A field as it was before and after an entry of the log; undefined where nothing is known of it. */
export interface FieldSides {
  readonly before: TypedTemplate | undefined;
  readonly after: TypedTemplate | undefined;
}

/** What a field is by now. */
export type FieldNow = (fieldId: string) => TypedTemplate | undefined;

/** An entry about a field: of what differs, the type and the template say what its values mean. */
export interface FieldEntry extends LogPlace {
  readonly itemId: string;
  readonly before: Meaning | null;
  readonly after: Meaning | null;
}

interface Meaning {
  readonly type?: string;
  readonly template?: object;
}

/** What fields have been: a logged value means what its field was then, which may have become something else since. */
export class PastFields {
  /** By field, the newest first. */
  readonly #turns = new Map<string, Turn[]>();

  /** `entries` in the order of their numbers. */
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

  /** A field on either side of an entry. What the entry's own write did to the field came between the two. */
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

/** A change of what a field's values mean. */
interface Turn extends LogPlace, FieldSides {}

function changed(field: TypedTemplate | undefined, meaning: Meaning | null): TypedTemplate | undefined {
  const { type, template = field?.template } = meaning ?? {};
  const changedType = type ?? field?.fieldType.type;
  return changedType !== undefined && template ? typedTemplate({ type: changedType, template }) : undefined;
}

function isSameWrite(one: LogPlace, other: LogPlace): boolean {
  return one.changeSetId === other.changeSetId && one.xid === other.xid && one.step === other.step;
}

/** What these fields were wherever some entries stand, which are about records of these tables. */
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

/** Options that were only added mean nothing to the values of before; there may be very many such entries. */
const isMoreThanAdded = Prisma.sql`
  NOT coalesce(starts_with("after" #>> '{template,options}', left("before" #>> '{template,options}', -1)), true)`;

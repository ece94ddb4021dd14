import type { ChangeEntry } from "../../contract/changes";
import { hasCode } from "../../contract/errors";
import { type SchemaField, withSchema } from "../structure/schemas";
import { goneRecord, type Moments, matchedFilter, momentsInTrash } from "./gone-records";
import { type KnownRecord, readFirstRecords } from "./known-records";
import type { Making, PartOfStep, SeenItem } from "./making";
import { recordsPerEvent, type Step } from "./steps";

/** Bytes of the records of one event; a larger record is alone in its event. */
const maxBytes = 1_000_000;

/** Makes the data of events about records. Those that it has read remain known until they are used. */
export class RecordEvents {
  readonly #known = new Map<string, KnownRecord>();
  readonly #fields = new Map<string, readonly SchemaField[]>();
  readonly #moments = new Map<string, Moments>();

  constructor(readonly making: Making) {}

  /** Reads the records of several steps together, as far as the memory allows it. */
  async prepare(seen: ReadonlyMap<Step, readonly SeenItem[]>): Promise<void> {
    const byTable = new Map<string, ChangeEntry[]>();
    for (const [{ row, type }, items] of seen) {
      if (row.kind !== "record" || row.tableId === null) continue;
      if (type === "record.deleted") await this.#prepareDeleted(row.tableId, items);
      else if (this.#needsRecords) {
        const changes = byTable.get(row.tableId) ?? [];
        byTable.set(row.tableId, changes);
        for (const { change } of items) changes.push(change);
      }
    }
    for (const [tableId, changes] of byTable) await this.#read(tableId, changes);
  }

  /** The data of the events of a step, each of which has at most a certain size. */
  async *partsOf(step: Step, seen: readonly SeenItem[]): AsyncGenerator<PartOfStep> {
    const tableId = step.tableId ?? "";
    let from = step.start;
    let part = new Part();
    for (const [place, { index, change }] of seen.entries()) {
      const record = await this.#recordOf(step, change, seen.slice(place));
      if (!record) continue;
      if (part.size > 0 && part.size + record.length > maxBytes) {
        yield { json: this.#dataOf(tableId, part), from, to: index };
        from = index;
        part = new Part();
      }
      part.add(change, record);
    }
    const json = part.size > 0 ? this.#dataOf(tableId, part) : undefined;
    yield { json, from, to: step.count };
  }

  get #needsRecords(): boolean {
    const { includeRecords, filter } = this.making.state;
    return includeRecords || filter !== null;
  }

  #dataOf(tableId: string, part: Part): string {
    const { includeRecords, mayRead } = this.making.state;
    const head = JSON.stringify({ tableId, recordIds: part.ids }).slice(0, -1);
    if (includeRecords) return `${head},"records":[${part.records().join(",")}]}`;
    return mayRead && part.hasChanges ? `${head},"changes":${JSON.stringify(part.changes())}}` : `${head}}`;
  }

  /** A record as JSON; undefined if the webhook does not report its change. */
  async #recordOf(
    { type, tableId }: Step,
    change: ChangeEntry,
    rest: readonly SeenItem[],
  ): Promise<string | undefined> {
    const { filter, fieldIds } = this.making.state;
    if (type === "record.deleted") {
      const fields = this.#fields.get(tableId ?? "") ?? [];
      const record = goneRecord(change.id, change.before ?? {}, {
        fields,
        moments: this.#moments.get(change.id),
      });
      return matchedFilter(filter, record, fields) ? JSON.stringify(record) : undefined;
    }
    const isOfOthers = fieldIds.length > 0 && !fieldIds.some((id) => change.after && id in change.after);
    if (type === "record.updated" && isOfOthers) return undefined;
    if (!this.#needsRecords) return "{}";
    const key = keyOf(tableId, change.id);
    if (!this.#known.has(key)) {
      const changes = rest.slice(0, recordsPerEvent).map((item) => item.change);
      await this.#read(tableId ?? "", changes);
    }
    const known = this.#known.get(key);
    this.#known.delete(key);
    return known?.isMatch ? known.json : undefined;
  }

  async #read(tableId: string, changes: readonly ChangeEntry[]): Promise<void> {
    const { place, hidden, state } = this.making;
    const logged = new Map(changes.map(({ id, after }) => [id, after]));
    const records = await readFirstRecords({ ...place, tableId }, [...logged.keys()], {
      hidden,
      filter: state.filter,
      loggedOf: (id) => logged.get(id),
    });
    for (const [id, record] of records) this.#known.set(keyOf(tableId, id), record);
  }

  async #prepareDeleted(tableId: string, items: readonly SeenItem[]): Promise<void> {
    const { place } = this.making;
    if (!this.#fields.has(tableId)) {
      const fields = await withSchema({ ...place, tableId }, async ({ face }) => face.fields).catch(
        (error) => {
          if (!hasCode(error, "NOT_FOUND")) throw error;
          return [];
        },
      );
      this.#fields.set(tableId, fields);
    }
    const ids = items.map(({ change }) => change.id);
    for (const [id, moments] of await momentsInTrash(place, ids)) this.#moments.set(id, moments);
  }
}

function keyOf(tableId: string | null, id: string): string {
  return `${tableId} ${id}`;
}

/** The records of one event. */
class Part {
  size = 0;
  readonly #records = new Map<string, { json: string; update?: Update }>();

  get ids(): string[] {
    return [...this.#records.keys()];
  }

  get hasChanges(): boolean {
    return [...this.#records.values()].some(({ update }) => update);
  }

  /** Adds a change of a record, to those that the transaction has made before. */
  add({ id, before, after }: ChangeEntry, json: string): void {
    const earlier = this.#records.get(id)?.update;
    const update = before && after ? { ...before, ...earlier?.before } : undefined;
    this.#records.set(id, { json, ...(update && { update: updateOf(update) }) });
    this.size += json.length + JSON.stringify(before ?? {}).length;
  }

  records(): string[] {
    return [...this.#records.values()].map(({ json, update }) =>
      update ? `${json.slice(0, -1)},${JSON.stringify(update).slice(1)}` : json,
    );
  }

  changes(): { [recordId: string]: Update | undefined } {
    return Object.fromEntries([...this.#records].map(([id, { update }]) => [id, update]));
  }
}

interface Update {
  readonly changedFieldIds: readonly string[];
  readonly before: { readonly [fieldId: string]: unknown };
}

function updateOf(before: Update["before"]): Update {
  return { changedFieldIds: Object.keys(before), before };
}

/** An in-memory model of a table, which predicts the API's responses after any number of calls. */
import { isDeepStrictEqual } from "node:util";
import type { Field } from "../../lib/contract/fields";
import type { Record } from "../../lib/contract/records";
import { fieldType } from "../../lib/field-types";
import {
  inOrder,
  lower,
  passes,
  type ReferenceField,
  type ReferenceFields,
  type ReferenceSort,
  searchedIn,
  shownBy,
  type Thing,
} from "./reference-list";

/** The table's fields. `Parent` links to at most one record of the same table; `Rows` is its inverse. */
export const labels = ["Open", "Straße", "50%_\\", "zu"];
export const fields: ReferenceFields = {
  Name: { kind: "text" },
  Amount: { kind: "number", ...shownByDefault("number") },
  Stage: { kind: "option", labels },
  Tags: { kind: "list", labels },
  Done: { kind: "boolean" },
  Due: { kind: "date", ...shownByDefault("date") },
  Parent: { kind: "list" },
  Rows: { kind: "list" },
};

const linkFields = ["Parent", "Rows"];
const searched = Object.entries(fields).filter(([name]) => name !== "Done" && !linkFields.includes(name));

export type Values = { readonly [field: string]: unknown };

/** The expected error of a call: status, and the paths of its details. */
export interface Refusal {
  readonly status: number;
  readonly paths: readonly string[];
}

export interface ListRequest {
  readonly filter?: object;
  readonly sort?: readonly ReferenceSort[];
  readonly search?: string;
}

interface Held {
  readonly id: string;
  readonly createdAt: string;
  /** As in the last response. */
  updatedAt: string;
  /** True if it was changed since the last response. */
  hasMovedOn: boolean;
  values: Values;
}

export class Model {
  readonly #held = new Map<string, Held>();
  /** All ids in manual order. */
  #order: string[] = [];
  /** The lists of `Rows`. A record is in at most one of them, that of its `Parent`. */
  readonly #rows = new Map<string, string[]>();
  /** The parents by record: the inverse of `#rows`. */
  readonly #parents = new Map<string, string>();

  /** `idOf` maps field names to the ids used in `data`. */
  constructor(readonly idOf: ReadonlyMap<string, string>) {}

  /** All ids in order of creation. */
  get ids(): string[] {
    return [...this.#held.keys()];
  }

  get manualOrder(): readonly string[] {
    return this.#order;
  }

  /** The expected representation of a record. */
  record(id: string): Record {
    const held = this.#at(id);
    const parent = this.#parents.get(id);
    const all = {
      ...empty,
      ...held.values,
      Parent: parent === undefined ? [] : [parent],
      Rows: this.#rowsOf(id),
    };
    const data = Object.entries(all).map(([name, value]) => [this.idOf.get(name), value]);
    return {
      id,
      data: Object.fromEntries(data),
      fields: all,
      createdAt: held.createdAt,
      updatedAt: held.updatedAt,
    };
  }

  /** Takes times from a response, which are unknown before. Returns a message if one is impossible. */
  see(records: readonly Record[]): string | undefined {
    for (const { id, updatedAt } of records) {
      const held = this.#held.get(id);
      if (!held?.hasMovedOn) continue;
      if (updatedAt < held.updatedAt)
        return `${id} went back in time, from ${held.updatedAt} to ${updatedAt}`;
      held.updatedAt = updatedAt;
      held.hasMovedOn = false;
    }
    return undefined;
  }

  /** Adds records that the API created, with their ids and times. */
  create(made: readonly { id: string; createdAt: string; values: Values }[], after?: string | null): void {
    for (const { id, createdAt, values } of made) {
      this.#held.set(id, { id, createdAt, updatedAt: createdAt, hasMovedOn: false, values: {} });
      this.#setValues(id, values);
    }
    this.#setLinks(made);
    // The response already contains the new records.
    for (const { id } of made) this.#at(id).hasMovedOn = false;
    this.#place(
      made.map(({ id }) => id),
      after,
    );
  }

  update(changes: readonly { id: string; values: Values }[]): void {
    for (const { id, values } of changes) this.#setValues(id, values);
    this.#setLinks(changes);
  }

  delete(ids: readonly string[]): void {
    for (const id of ids) {
      for (const row of this.#rowsOf(id)) this.#leave(row);
      this.#leave(id);
    }
    for (const id of ids) this.#held.delete(id);
    this.#order = this.#order.filter((id) => this.#held.has(id));
  }

  move(ids: readonly string[], after: string | null): void {
    this.#order = this.#order.filter((id) => !ids.includes(id));
    this.#place(ids, after);
  }

  /** The expected error of changing these records, if any. */
  refusesIds(ids: readonly string[], pathOf: (index: number) => string): Refusal | undefined {
    const repeated = ids.findIndex((id, index) => ids.indexOf(id) < index);
    if (repeated >= 0) return { status: 400, paths: [pathOf(repeated)] };
    const unknown = [...ids.keys()].filter((index) => !this.#held.has(ids[index] ?? ""));
    return unknown.length > 0 ? { status: 404, paths: unknown.map(pathOf) } : undefined;
  }

  /** The expected error of these links, if any: missing records, or a record in two lists of a single-parent link. */
  refusesLinks(all: readonly Values[], pathOf: (index: number) => string): Refusal | undefined {
    for (const field of linkFieldsIn(all)) {
      const lists = all.map((values) => linksIn(values, field));
      const unknown = [...lists.keys()].filter((index) => lists[index]?.some((id) => !this.#held.has(id)));
      if (unknown.length > 0)
        return { status: 400, paths: unknown.map((index) => `${pathOf(index)}.${field}`) };
      const taken = new Set<string>();
      for (const [index, list] of lists.entries()) {
        for (const id of (field === "Rows" && list) || []) {
          if (taken.has(id)) return { status: 400, paths: [`${pathOf(index)}.${field}`] };
          taken.add(id);
        }
      }
    }
    return undefined;
  }

  /** The matching record of each row, or the expected error of the upsert. */
  match(rows: readonly Values[], matchOn: readonly string[]): Refusal | (string | undefined)[] {
    const keys = rows.map((row) => matchOn.map((field) => row[field] ?? null));
    const paths = keys.flatMap((key, index) => {
      const missing = matchOn.filter((_, at) => key[at] === null);
      if (missing.length > 0) return missing.map((field) => `records[${index}].${field}`);
      const isRepeated = keys.slice(0, index).some((other) => isDeepStrictEqual(other, key));
      return isRepeated ? [`records[${index}]`] : [];
    });
    if (paths.length > 0) return { status: 400, paths };
    const matches = keys.map((key) =>
      this.ids.filter((id) => matchOn.every((field, at) => this.#at(id).values[field] === key[at])),
    );
    const several = [...matches.keys()].filter((index) => (matches[index]?.length ?? 0) > 1);
    if (several.length > 0) return { status: 409, paths: several.map((index) => `records[${index}]`) };
    return matches.map(([id]) => id);
  }

  /** The expected records of a list, in order. */
  list({ filter, sort = [], search }: ListRequest): Thing[] {
    return inOrder(fields, this.#things().filter(this.#isIn({ filter, search })), sort);
  }

  /** The records of a list after a given one, with its state at the time of the response. */
  listAfter(last: Thing, request: ListRequest): Thing[] {
    const { sort = [] } = request;
    const selected = this.list(request);
    const isWhereItWas = (thing: Thing) =>
      thing.id === last.id && sort.every(({ field }) => sortValue(thing, field) === sortValue(last, field));
    return selected.filter(
      (thing) => !isWhereItWas(thing) && inOrder(fields, [thing, last], sort)[0] === last,
    );
  }

  #things(): Thing[] {
    return this.ids.map((id) => this.record(id));
  }

  #isIn({ filter, search }: ListRequest): (thing: Thing) => boolean {
    return (thing) => (!filter || passes(fields, thing, filter)) && (!search || this.#isFound(thing, search));
  }

  /** Searches the texts of a record: links by the names of their records, without checkboxes. */
  #isFound({ fields: values }: Thing, search: string): boolean {
    const names = [values.Parent, values.Rows].flat().map((id) => this.#at(String(id)).values.Name);
    const texts = searched.flatMap(([name, field]) => searchedIn(field, values[name]));
    return [...texts, ...names].some((text) => text != null && lower(text).includes(lower(search)));
  }

  #at(id: string): Held {
    const held = this.#held.get(id);
    if (!held) throw new Error(`The model has no record ${id}`);
    return held;
  }

  #setValues(id: string, written: Values): void {
    const held = this.#at(id);
    const own = Object.entries(written).filter(([name]) => !linkFields.includes(name));
    const cells = own.map(([name, value]) => [name, value ?? empty[name]]);
    const values = { ...empty, ...held.values, ...Object.fromEntries(cells) };
    if (isDeepStrictEqual(values, { ...empty, ...held.values })) return;
    held.values = values;
    held.hasMovedOn = true;
  }

  /** Sets links field by field, in the order of the call. */
  #setLinks(changes: readonly { id: string; values: Values }[]): void {
    for (const field of linkFieldsIn(changes.map(({ values }) => values))) {
      const written = changes.flatMap(({ id, values }) => {
        const list = linksIn(values, field);
        return list ? [{ id, list }] : [];
      });
      if (field === "Parent") this.#setParents(written);
      else this.#setRows(written);
    }
  }

  /** Sets parents. Records that one call adds to a list are ordered by id. */
  #setParents(written: readonly { id: string; list: string[] }[]): void {
    const changed = written.filter(({ id, list }) => this.#parents.get(id) !== list[0]);
    for (const { id } of changed) this.#leave(id);
    for (const { id, list } of changed.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
      for (const parent of list) this.#enter(parent, id);
    }
  }

  #setRows(written: readonly { id: string; list: string[] }[]): void {
    const changed = written.filter(({ id, list }) => !isDeepStrictEqual(this.#rowsOf(id), list));
    for (const { id, list } of changed) {
      for (const row of this.#rowsOf(id).filter((each) => !list.includes(each))) this.#leave(row);
    }
    for (const { id, list } of changed) {
      for (const row of list) if (this.#parents.get(row) !== id) this.#leave(row);
      for (const row of list) if (this.#parents.get(row) !== id) this.#enter(id, row);
      this.#rows.set(id, list);
      this.#touch(id);
    }
  }

  #leave(row: string): void {
    const parent = this.#parents.get(row);
    if (parent === undefined) return;
    this.#parents.delete(row);
    this.#rows.set(
      parent,
      this.#rowsOf(parent).filter((each) => each !== row),
    );
    this.#touch(parent);
    this.#touch(row);
  }

  #enter(parent: string, row: string): void {
    this.#rows.set(parent, [...this.#rowsOf(parent), row]);
    this.#parents.set(row, parent);
    this.#touch(parent);
    this.#touch(row);
  }

  #rowsOf(id: string): string[] {
    return this.#rows.get(id) ?? [];
  }

  #touch(id: string): void {
    this.#at(id).hasMovedOn = true;
  }

  #place(ids: readonly string[], after: string | null | undefined): void {
    const at = after === undefined ? this.#order.length : after === null ? 0 : this.#order.indexOf(after) + 1;
    this.#order.splice(at, 0, ...ids);
  }
}

const empty: Values = {
  Name: null,
  Amount: null,
  Stage: null,
  Tags: [],
  Done: false,
  Due: null,
};

/** The link fields that a call writes, in the order of their first mention. */
function linkFieldsIn(all: readonly Values[]): string[] {
  return [
    ...new Set(all.flatMap((values) => Object.keys(values).filter((name) => linkFields.includes(name)))),
  ];
}

/** The list that a call writes; undefined if it does not. */
function linksIn(values: Values, field: string): string[] | undefined {
  return field in values ? ((values[field] ?? []) as string[]) : undefined;
}

/** The sort value of a record; an empty text counts as an empty cell. */
function sortValue({ fields: values }: Thing, field: string): unknown {
  return values[field] === "" ? null : values[field];
}

function shownByDefault(type: string): Pick<ReferenceField, "shown"> {
  return shownBy({ type, template: fieldType(type).template.parse({}) as Field["template"] });
}

import { isDeepStrictEqual } from "node:util";
import type { Base } from "../../lib/contract/bases";
import type { Field } from "../../lib/contract/fields";
import type { RecordPage } from "../../lib/contract/lists";
import type { Record } from "../../lib/contract/records";
import type { Table } from "../../lib/contract/tables";
import type { Workbench } from "./workbench";

/** All that a database holds at a moment. */
export class Snapshot {
  private constructor(
    /** To be compared as a whole; without versions and times, which go on whatever happens. */
    readonly contents: object,
    /** What may change by itself, by its name. An empty cell is none. */
    private readonly parts: ReadonlyMap<string, Part>,
  ) {}

  static async of({ api, baseId }: Workbench): Promise<Snapshot> {
    const { body } = await api.get<Base>(`/bases/${baseId}`);
    const { updatedAt: _, ...base } = body;
    const tables = await Promise.all(
      body.tables.map(async (table) => {
        const place = `/bases/${baseId}/tables/${table.id}/records/list`;
        const [all, ...inViews] = await Promise.all(
          [undefined, ...table.views].map((view) =>
            api.post<RecordPage>(place, { limit: 2_000, viewId: view?.id }),
          ),
        );
        const records = (all?.body.records ?? []).map(({ id, data, createdAt }) => ({ id, data, createdAt }));
        const orders = inViews.map((page) => page.body.records.map(({ id }) => id));
        return { table, records, orders };
      }),
    );
    const parts = tables.flatMap(({ table, records }) => [
      ...partsOfTable(table),
      ...records.flatMap((each) => partsOfRecord(table, each)),
    ]);
    const all = [{ name: "base name", value: base.name, within: [] }, ...parts];
    return new Snapshot({ base, tables }, new Map(all.map((part) => [part.name, part])));
  }

  /** The parts that are others in a later one. */
  changesTo(later: Snapshot): Change[] {
    const names = new Set([...this.parts.keys(), ...later.parts.keys()]);
    return [...names].flatMap((name) => {
      const [was, is] = [this.parts.get(name), later.parts.get(name)];
      if (isDeepStrictEqual(was?.value, is?.value)) return [];
      return [{ name, isNew: !was, cameWith: this.#missing(is), wentWith: later.#missing(was) }];
    });
  }

  /** What a part cannot be without and is not there. */
  #missing(part: Part | undefined): string[] {
    return (part?.within ?? []).filter((name) => !this.parts.has(name));
  }
}

interface Change {
  readonly name: string;
  readonly isNew: boolean;
  /** What it is in that came or went, and took it along: nobody has written it then. */
  readonly cameWith: readonly string[];
  readonly wentWith: readonly string[];
}

interface Part {
  readonly name: string;
  readonly value: unknown;
  /** The names of the parts that it cannot be without. */
  readonly within: readonly string[];
}

/** Places in an order are no parts: what else comes and goes moves them. */
function partsOfTable({ id, name, fields, views }: Table): Part[] {
  return [
    ...thing(id, [], { name }),
    ...fields.flatMap((field) =>
      thing(field.id, [id], { name: field.name, type: [field.type, field.template] }),
    ),
    ...views.flatMap(({ id: viewId, name: called, config: { sorts, filter, rowHeight } }) =>
      thing(viewId, [id], { name: called, sorts, filter, rowHeight }),
    ),
  ];
}

/** That it is there, and its properties. */
function thing(id: string, within: readonly string[], properties: object): Part[] {
  const inside = [...within, id];
  return [
    { name: id, value: true, within },
    ...Object.entries(properties).map(([key, value]) => ({ name: `${id} ${key}`, value, within: inside })),
  ];
}

function partsOfRecord({ id: tableId, fields }: Table, { id, data }: Pick<Record, "id" | "data">): Part[] {
  const cells = fields.flatMap((field) =>
    partsOfCell(`${id} ${field.id}`, field, data[field.id]).map((part) => ({
      ...part,
      within: [tableId, field.id],
    })),
  );
  return [{ name: id, value: true, within: [tableId] }, ...cells];
}

/** Each link is a part, as a list of them changes with what is written elsewhere. A value of another type is the same while it reads the same. */
function partsOfCell(name: string, { type }: Field, value: unknown): Pick<Part, "name" | "value">[] {
  if (type === "linked_record")
    return (value as string[]).map((id) => ({ name: `${name} ${id}`, value: true }));
  const words = String(value ?? "");
  return words === "" || value === false ? [] : [{ name, value: words }];
}

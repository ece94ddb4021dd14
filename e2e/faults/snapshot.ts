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
    private readonly parts: ReadonlyMap<string, unknown>,
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
    return new Snapshot({ base, tables }, new Map([["base name", base.name], ...parts]));
  }

  /** The names of the parts that are others in a later one. */
  differences(later: Snapshot): string[] {
    const names = new Set([...this.parts.keys(), ...later.parts.keys()]);
    return [...names].filter((name) => !isDeepStrictEqual(this.parts.get(name), later.parts.get(name)));
  }
}

type Part = [name: string, value: unknown];

/** Places in an order are no parts: what else comes and goes moves them. */
function partsOfTable({ id, name, fields, views }: Table): Part[] {
  return [
    [id, true],
    [`${id} name`, name],
    ...fields.flatMap((field): Part[] => [
      [field.id, true],
      [`${field.id} name`, field.name],
      [`${field.id} type`, [field.type, field.template]],
    ]),
    ...views.flatMap((view): Part[] => [
      [view.id, true],
      [`${view.id} name`, view.name],
      [`${view.id} sorts`, view.config.sorts],
      [`${view.id} filter`, view.config.filter],
      [`${view.id} row height`, view.config.rowHeight],
    ]),
  ];
}

function partsOfRecord({ fields }: Table, { id, data }: Pick<Record, "id" | "data">): Part[] {
  return [[id, true], ...fields.flatMap((field) => partsOfCell(`${id} ${field.id}`, field, data[field.id]))];
}

/** Each link is a part, as a list of them changes with what is written elsewhere. A value of another type is the same while it reads the same. */
function partsOfCell(name: string, { type }: Field, value: unknown): Part[] {
  if (type === "linked_record") return (value as string[]).map((id) => [`${name} ${id}`, true]);
  const words = String(value ?? "");
  return words === "" || value === false ? [] : [[name, words]];
}

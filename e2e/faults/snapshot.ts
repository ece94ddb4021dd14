import { isDeepStrictEqual } from "node:util";
import type { Base } from "../../lib/contract/bases";
import type { Field } from "../../lib/contract/fields";
import type { RecordPage } from "../../lib/contract/lists";
import type { Record } from "../../lib/contract/records";
import type { Table } from "../../lib/contract/tables";
import type { Workbench } from "./workbench";

/** The whole contents of a database at a moment. */
export class Snapshot {
  private constructor(
    /** For comparison as a whole, without versions and times, which always advance. */
    readonly contents: object,
    /** The parts that can change independently, by name, without empty cells. */
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

  /** The parts that differ in a later snapshot. */
  changesTo(later: Snapshot): Change[] {
    const names = new Set([...this.parts.keys(), ...later.parts.keys()]);
    return [...names].flatMap((name) => {
      const [was, is] = [this.parts.get(name), later.parts.get(name)];
      if (isDeepStrictEqual(was?.value, is?.value)) return [];
      return [{ name, isNew: !was, cameWith: this.#missing(is), wentWith: later.#missing(was) }];
    });
  }

  /** The containers of a part that do not exist. */
  #missing(part: Part | undefined): string[] {
    return (part?.within ?? []).filter((name) => !this.parts.has(name));
  }
}

interface Change {
  readonly name: string;
  readonly isNew: boolean;
  /** The containers that were created or deleted along with it, which is no write to the part itself. */
  readonly cameWith: readonly string[];
  readonly wentWith: readonly string[];
}

interface Part {
  readonly name: string;
  readonly value: unknown;
  /** The names of the parts that contain it. */
  readonly within: readonly string[];
}

/** The parts of a table. Positions are no parts, as other items move them. */
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

/** The existence of a thing and its properties, as parts. */
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

/** The parts of a cell. Each link is a part, as writes to other records change the list. Other values are one part. */
function partsOfCell(name: string, { type }: Field, value: unknown): Pick<Part, "name" | "value">[] {
  if (type === "linked_record")
    return (value as string[]).map((id) => ({ name: `${name} ${id}`, value: true }));
  const words = String(value ?? "");
  return words === "" || value === false ? [] : [{ name, value: words }];
}

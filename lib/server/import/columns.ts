import { badRequest } from "../../contract/errors";
import { unknownField } from "../records/values";
import type { SchemaField, TableSchema } from "../structure/schemas";

/** The columns of a file, matched to the fields of a table by name or id. */
export class Columns {
  /** Fields by column; undefined for computed ones, whose cells are left out. */
  readonly #fields: (SchemaField | undefined)[] = [];
  readonly #nameOf = new Map<SchemaField, string>();

  constructor(readonly schema: TableSchema) {}

  /** Number of columns matched so far. */
  get count(): number {
    return this.#fields.length;
  }

  fieldAt(index: number): SchemaField | undefined {
    return this.#fields[index];
  }

  /** Matches further columns. Throws a 400 for an unknown or repeated field. */
  add(names: readonly string[]): void {
    for (const name of names) this.#fields.push(this.#match(name));
  }

  #match(name: string): SchemaField | undefined {
    const field = this.schema.fieldOf(name) ?? this.schema.fieldOf(name.trim());
    if (name.trim() === "") throw noName(this.#fields.length);
    if (!field) throw badRequest([{ path: name.slice(0, 200), message: unknownField(this.schema) }]);
    const earlier = this.#nameOf.get(field);
    if (earlier !== undefined) {
      throw badRequest([
        { path: name, message: `is the same field as the column ${JSON.stringify(earlier)}; keep only one` },
      ]);
    }
    this.#nameOf.set(field, name);
    return field.fieldType.isComputed ? undefined : field;
  }
}

function noName(index: number) {
  return badRequest([
    { path: `column ${index + 1}`, message: "has no name; the first row takes the names of fields" },
  ]);
}

import { badRequest } from "../../../contract/errors";
import { printable } from "../../../contract/plain-json";
import type { Notation } from "../../../field-types/columns";
import { unknownField } from "../../records/values";
import type { SchemaField, TableSchema } from "../../structure/schemas";

/** The fields that take the columns of a file. */
export interface Columns {
  /** True if the first row has the names of the columns, unless the format has them. */
  readonly hasHeader: boolean;
  /** Number of columns known so far. */
  readonly count: number;
  /** Adds columns by their names in the file. */
  add(names: readonly string[]): void;
  /** Undefined for columns that are left out. */
  fieldAt(index: number): SchemaField | undefined;
  notationAt(index: number): Notation;
}

/** The columns of a file, matched to the fields of a table by name or id. Those of computed fields are left out. */
export class NamedColumns implements Columns {
  readonly hasHeader = true;
  readonly #fields: (SchemaField | undefined)[] = [];
  readonly #nameOf = new Map<SchemaField, string>();

  /** `notations` are those of the columns in their order. */
  constructor(
    readonly schema: TableSchema,
    readonly notations: readonly Notation[],
  ) {}

  get count(): number {
    return this.#fields.length;
  }

  fieldAt(index: number): SchemaField | undefined {
    return this.#fields[index];
  }

  notationAt(index: number): Notation {
    return this.notations[index] ?? {};
  }

  /** Throws a 400 for an unknown or repeated field. */
  add(names: readonly string[]): void {
    for (const name of names) this.#fields.push(this.#match(name));
  }

  #match(name: string): SchemaField | undefined {
    if (name.trim() === "") throw noName(this.#fields.length);
    const field = this.schema.fieldOf(name) ?? this.schema.fieldOf(name.trim());
    if (!field)
      throw badRequest([{ path: printable(name.slice(0, 200)), message: unknownField(this.schema) }]);
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

/** Columns whose fields were chosen by a person. */
export class ChosenColumns implements Columns {
  readonly #fields: ReadonlyMap<number, ChosenField>;

  constructor(
    readonly count: number,
    readonly hasHeader: boolean,
    fields: ReadonlyMap<number, ChosenField>,
  ) {
    this.#fields = fields;
  }

  /** Does nothing: columns that appear later have no field, and their cells are refused. */
  add(): void {}

  fieldAt(index: number): SchemaField | undefined {
    return this.#fields.get(index)?.field;
  }

  notationAt(index: number): Notation {
    return this.#fields.get(index)?.notation ?? {};
  }
}

export interface ChosenField {
  readonly field: SchemaField;
  readonly notation: Notation;
}

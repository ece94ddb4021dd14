import type { Base } from "../../contract/bases";
import type { Field } from "../../contract/fields";
import { markdown } from "../../contract/markdown";
import type { Table } from "../../contract/tables";
import { isDerived } from "../../field-types";
import { errorCodes } from "../../formulas/types";
import { eachInTurns } from "../../server/turns";
import { type World, worldOf } from "../example";
import { valueSchemas } from "./field-types";
import { dependents, renameComponents } from "./references";
import { withExample } from "./sample";
import type { JsonSchema, Schemas } from "./types";

/** The components about records, typed for one table. */
export interface TypedTable {
  readonly world: World;
  /** Part of the names of operations and components: letters and digits, unique in the database. */
  readonly typeName: string;
  /** All components under their general names, with those about records typed for this table. */
  readonly components: Schemas;
  /** General names of the typed components, and their names for this table. */
  readonly names: ReadonlyMap<string, string>;
  /** The typed components by their names for this table. */
  readonly own: Schemas;
}

/** Creates the components about records for each table, typed by its fields. */
export async function typeTables(base: Base, general: Schemas): Promise<TypedTable[]> {
  const affected = dependents(["Record", "ListedRecord", "WrittenValues", "WrittenRow"], general);
  const typeNames = typeNamesOf(base.tables, { affected, taken: new Set(Object.keys(general)) });
  const typed: TypedTable[] = [];
  await eachInTurns(base.tables.entries(), ([index, table]) => {
    const world = worldOf(base, table);
    const typeName = typeNames[index] ?? table.id;
    const names = new Map(affected.map((name) => [name, `${typeName}${name}`]));
    const components = { ...general, ...typedSchemas(world) };
    const own = Object.fromEntries(affected.map((name) => [name, components[name] ?? {}]));
    typed.push({ world, typeName, components, names, own: renameComponents(own, names) });
  });
  return typed;
}

/**
 * A valid identifier for each table: `Deals`, or `Deals_tXXXXXXXXXX` if component names would collide, as the
 * `ListedRecord` of `X` does with the `Record` of `XListed`.
 */
function typeNamesOf(
  tables: readonly Table[],
  { affected, taken }: { affected: readonly string[]; taken: Set<string> },
): string[] {
  return tables.map(({ id, name }) => {
    const plain = typeNameOf(name);
    const isFree = plain !== "" && affected.every((each) => !taken.has(plain + each));
    const typeName = isFree ? plain : `${plain || "Table"}_${id}`;
    for (const each of affected) taken.add(typeName + each);
    return typeName;
  });
}

/** `unit prices (€)` → `UnitPrices` */
function typeNameOf(name: string): string {
  const words =
    name
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^\d/.test(joined) ? `Table${joined}` : joined;
}

/** Types the general shapes about records by the fields of a table. */
function typedSchemas({ table, record, values, row }: World): Schemas {
  const id = { type: "string", format: "uuid" };
  const cells = table.fields.map((field) => ({ field, ...valueSchemas(field) }));
  const written: JsonSchema = {
    type: "object",
    description: markdown`Values of "${table.name}" by field name or id.`,
    properties: Object.fromEntries(
      cells.filter((cell) => !cell.answered.readOnly).map((cell) => [cell.field.name, cell.written]),
    ),
    patternProperties: { "^f[1-9A-HJ-NP-Za-km-z]{10}$": {} },
    additionalProperties: false,
  };
  const writtenRow = {
    ...written,
    properties: { ...written.properties, recordId: id },
    required: ["recordId"],
  };
  return {
    Record: withExample(recordOf(cells, markdown`A record of "${table.name}".`), record),
    ListedRecord: withExample(
      partly(
        recordOf(cells, markdown`A record of "${table.name}", without the fields that the list leaves out.`),
      ),
      record,
    ),
    WrittenValues: withExample(written, values),
    WrittenRow: withExample(writtenRow, row),
  };
}

function recordOf(cells: readonly { field: Field; answered: JsonSchema }[], description: string): JsonSchema {
  const by = (key: "id" | "name") =>
    objectOf(Object.fromEntries(cells.map(({ field, answered }) => [field[key], answered])));
  const schema = objectOf({
    id: { type: "string", format: "uuid" },
    data: { ...by("id"), description: "The values by field id." },
    fields: { ...by("name"), description: "The same values by field name." },
    createdAt: { type: "string", format: "date-time" },
    updatedAt: { type: "string", format: "date-time" },
  });
  const codes = Object.fromEntries(
    cells.filter(({ field }) => isDerived(field)).map(({ field }) => [field.id, { enum: [...errorCodes] }]),
  );
  if (Object.keys(codes).length === 0) return { ...schema, description };
  const errors = { ...objectOf(codes), required: [], description: errorsDescription };
  return { ...schema, properties: { ...schema.properties, errors }, description };
}

const errorsDescription =
  "Codes of errors by field id, of computed fields whose value is null because of one. Omitted if there are none.";

/** Makes all fields of a record optional. */
function partly(record: JsonSchema): JsonSchema {
  const { data, fields, ...others } = record.properties ?? {};
  return {
    ...record,
    properties: { ...others, data: { ...data, required: [] }, fields: { ...fields, required: [] } },
  };
}

function objectOf(properties: { [name: string]: JsonSchema }): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

import type { Base } from "../../contract/bases";
import type { Field } from "../../contract/fields";
import { markdown } from "../../contract/markdown";
import type { Table } from "../../contract/tables";
import { eachInTurns } from "../../server/turns";
import { type World, worldOf } from "../example";
import { valueSchemas } from "./field-types";
import { dependents, renameComponents } from "./references";
import { withExample } from "./sample";
import type { JsonSchema, Schemas } from "./types";

/** What a table makes of the components that are about its records. */
export interface TypedTable {
  readonly world: World;
  /** As a part of the names of operations and components: letters and digits, unique in the database. */
  readonly typeName: string;
  /** Every component, those about records by the names of any table, with the fields of this one. */
  readonly components: Schemas;
  /** Those names, and what they are called for this table. */
  readonly names: ReadonlyMap<string, string>;
  /** The components of this table alone, by the names that they have for it. */
  readonly own: Schemas;
}

/** The components about records, for each table by the types of its own fields. */
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
 * A name for each table that a program can have: `Deals`, and `Deals_tXXXXXXXXXX` where components would have one
 * name, be it that the `ListedRecord` of `X` reads like the `Record` of `XListed`.
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

/** The shapes of the contract that know nothing of a table's fields, knowing them. */
function typedSchemas({ table, record, values, row }: World): Schemas {
  const id = { type: "string", format: "uuid" };
  const cells = table.fields.map((field) => ({ field, ...valueSchemas(field) }));
  const written: JsonSchema = {
    type: "object",
    description: markdown`Values of "${table.name}" by field name; a field's id goes as well.`,
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
      partly(recordOf(cells, markdown`A record of "${table.name}", without what the list leaves out.`)),
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
  return { ...schema, description };
}

/** A record of which some fields may be missing. */
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

import { fieldIdsIn } from "../../contract/config-fields";
import type {
  DatabaseDescription,
  DescribedField,
  DescribedTable,
  DescribedView,
} from "../../contract/database-file";
import { limits } from "../../contract/limits";
import { detailsOf, tryParse } from "../../contract/parse";
import { viewTypes } from "../../contract/view-types";
import { viewConfigUpdate } from "../../contract/views";
import { fieldType, fieldTypes, isDerived, isLink } from "../../field-types";
import { Catalog } from "../../field-types/computed/catalog";
import { cycleOf, stepsOf } from "../../field-types/computed/dependencies";
import { linkOf } from "../records/link-side";
import { completeTemplate } from "../structure/new-fields";
import { badFile, invalid } from "./bad-file";

type Table = DatabaseDescription["tables"][number];

/**
 * Checks everything that the server relies on in a stored structure: names and ids are unique, types and settings
 * valid, links in pairs, computed fields without cycles. Returns the description with its templates and configs parsed.
 */
export function checkDescription(description: DatabaseDescription): DatabaseDescription {
  requireUnique("table", description.tables, "the database");
  const parts = description.tables.flatMap(({ id, fields, views }) => [{ id }, ...fields, ...views]);
  const repeated = firstRepeated([...parts, ...description.attachments].map(({ id }) => id));
  if (repeated !== undefined) throw invalid("the id", `${repeated} occurs twice`);
  const checked = { ...description, tables: description.tables.map(checkTable) };
  new References(checked.tables).check();
  return checked;
}

function checkTable(table: Table): Table {
  const { name, fields, views, primaryFieldId } = table;
  const where = `the table “${name}”`;
  requireUnique("field", fields, where);
  requireUnique("view", views, where);
  if (views.length === 0) throw invalid(where, "has no view");
  if (fields.length > limits.fieldsPerTable) {
    throw badFile(
      `${where.replace("the", "The")} has ${fields.length} fields. At most ${limits.fieldsPerTable} are allowed.`,
    );
  }
  const checked = fields.map((field) => checkField(field, name));
  const primary = checked.find(({ id }) => id === primaryFieldId);
  if (!primary || !fieldType(primary.type).canBePrimary) throw invalid(where, "has no valid primary field");
  return { ...table, fields: checked, views: views.map((view) => checkView(view, table)) };
}

function checkField(field: DescribedField, table: string): DescribedField {
  const where = `the field “${field.name}” of “${table}”`;
  const type = fieldTypes.get(field.type);
  if (!type) {
    throw badFile(
      `This server has no field type "${field.type}", which ${where} has. Update this server, then import the file again.`,
    );
  }
  const read = tryParse(type.template, field.template);
  if (read.success) {
    const template = completeTemplate(field.type, read.data) as DescribedField["template"];
    return { ...field, template };
  }
  const [problem] = detailsOf(read.error, "template");
  throw invalid(where, `has invalid settings: ${problem?.path} ${problem?.message}`);
}

function checkView(view: DescribedView, { name, fields }: DescribedTable): DescribedView {
  const where = `the view “${view.name}” of “${name}”`;
  if (!Object.hasOwn(viewTypes, view.type)) {
    throw badFile(
      `This server has no view type "${view.type}", which ${where} has. Update this server, then import the file again.`,
    );
  }
  const read = tryParse(viewConfigUpdate, view.config);
  if (!read.success) {
    const [problem] = detailsOf(read.error, "config");
    throw invalid(where, `has invalid settings: ${problem?.path} ${problem?.message}`);
  }
  const known = new Set(fields.map(({ id }) => id));
  const unknown = [...fieldIdsIn(read.data)].find((id) => !known.has(id));
  if (unknown !== undefined) throw invalid(where, `names the field ${unknown}, which the table lacks`);
  return { ...view, config: read.data as DescribedView["config"] };
}

/** The references between fields. */
class References {
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #catalog: Catalog;

  constructor(readonly tables: readonly Table[]) {
    this.#tables = new Map(tables.map((table) => [table.id, table]));
    const fieldsOf = ({ id, fields }: Table) => fields.map((field) => ({ ...field, tableId: id }));
    this.#catalog = new Catalog(tables.map((table) => ({ ...table, fields: fieldsOf(table) })));
  }

  check(): void {
    for (const table of this.tables) {
      for (const field of table.fields) {
        const where = `the field “${field.name}” of “${table.name}”`;
        if (isLink(field)) this.#checkLink(field, table, where);
        if (isDerived(field)) this.#checkDerived(field, where);
      }
    }
  }

  /** The other side must be a link field in the linked table that refers back to this one. */
  #checkLink(field: DescribedField, { id }: Table, where: string): void {
    const { tableId, inverseFieldId, isInverse } = linkOf(field);
    const other = this.#tables.get(tableId)?.fields.find((each) => each.id === inverseFieldId);
    const back = other && isLink(other) ? linkOf(other) : undefined;
    const isPaired =
      back?.tableId === id && back.inverseFieldId === field.id && back.isInverse === !isInverse;
    if (!isPaired || other?.id === field.id)
      throw invalid(where, "has no matching field in the linked table");
  }

  /** Fields that it reads may be missing, as in the database that the file is from: its cells are errors then. */
  #checkDerived(field: DescribedField, where: string): void {
    const known = this.#catalog.field(field.id);
    if (!known) return;
    const cycle = cycleOf(this.#catalog, known);
    if (cycle) throw invalid(where, `derives from itself: ${cycle.map(({ name }) => name).join(" → ")}`);
    if (stepsOf(this.#catalog, known) > limits.lookupDepth) {
      throw invalid(where, `reads through a chain of more than ${limits.lookupDepth} links`);
    }
  }
}

function requireUnique(what: string, named: readonly { readonly name: string }[], where: string): void {
  const repeated = firstRepeated(named.map(({ name }) => name));
  if (repeated !== undefined) throw invalid(where, `has two ${what}s with the name “${repeated}”`);
}

function firstRepeated(all: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return all.find((each) => seen.has(each) || !seen.add(each));
}

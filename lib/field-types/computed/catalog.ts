/** Fields of a database as computed fields see them: types of values, mistakes, dependencies. Pure. */

import {
  type CheckedField,
  type CheckedFormula,
  check,
  childrenOf,
  fieldIdsIn,
  isList,
  itemOf,
  type NamedField,
  type NameScope,
  type Problem,
  parse,
  type ReferencePath,
  type Result,
  type Scalar,
  type Tree,
  type Type,
} from "../../formulas";
import { fieldTypeOf, isLink } from "../index";
import type { StorageKind } from "../storage";
import type { CountTemplate } from "../types/count";
import type { FormulaTemplate } from "../types/formula";
import type { RollupTemplate } from "../types/rollup";
import {
  type CatalogField,
  type CatalogTable,
  fieldsInFilter,
  linkedTable,
  type Outcome,
  templateOf,
} from "./catalog-field";
import type { ResultType } from "./results";
import { type ItemType, type RollupFunction, rollupFunctions } from "./rollup-functions";

export class Catalog {
  private readonly byTable: ReadonlyMap<string, CatalogTable>;
  private readonly byId: ReadonlyMap<string, CatalogField>;
  private readonly scopes = new Map<string, NameScope>();
  private readonly formulas = new Map<string, Result<CheckedFormula>>();
  private readonly known = new Map<string, CheckedField>();

  constructor(private readonly tables: readonly CatalogTable[]) {
    this.byTable = new Map(tables.map((table) => [table.id, table]));
    this.byId = new Map(tables.flatMap(({ fields }) => fields.map((field) => [field.id, field] as const)));
  }

  /** The catalog with another state of a field. */
  with(changed: CatalogField): Catalog {
    return new Catalog(
      this.tables.map((table) => ({
        ...table,
        fields: table.fields.map((field) => (field.id === changed.id ? changed : field)),
      })),
    );
  }

  /** The catalog without some fields, as if they had never existed. */
  without(hidden: ReadonlySet<string>): Catalog {
    if (hidden.size === 0) return this;
    return new Catalog(
      this.tables.map((table) => ({ ...table, fields: table.fields.filter(({ id }) => !hidden.has(id)) })),
    );
  }

  field(id: string): CatalogField | undefined {
    return this.byId.get(id);
  }

  /** True for a field in the trash, and for one that does not exist. */
  isGone(id: string): boolean {
    const field = this.byId.get(id);
    return field === undefined || field.isDeleted === true;
  }

  get fields(): Iterable<CatalogField> {
    return this.byId.values();
  }

  /** The names of a table's fields, for references. */
  names(tableId: string): NameScope {
    const known = this.scopes.get(tableId);
    if (known) return known;
    const fields = this.byTable.get(tableId)?.fields ?? [];
    const scope = { fields: fields.map((field) => this.named(field)) };
    this.scopes.set(tableId, scope);
    return scope;
  }

  private named(field: CatalogField): NamedField {
    const { id, name, isDeleted = false } = field;
    return { id, name, isDeleted, ...(isLink(field) && { linked: () => this.names(linkedTable(field)) }) };
  }

  /** The fields of a reference in a formula of a table. A reference to no field is the error REF. */
  seen(tableId: string, { fieldId, targetId }: ReferencePath): CheckedField {
    const field = this.byId.get(fieldId);
    if (!field || field.tableId !== tableId) return missing;
    if (targetId === undefined) return this.seenField(field);
    const target = this.byId.get(targetId);
    if (!target || !isLink(field) || linkedTable(field) !== target.tableId) return missing;
    const items = this.listOf(target);
    return field.isDeleted ? { ...items, error: "REF" } : items;
  }

  /** A field of the same record. */
  private seenField(field: CatalogField): CheckedField {
    const known = this.known.get(field.id);
    if (known) return known;
    // A cycle is refused when it is made; this only ends the search for types in one.
    this.known.set(field.id, missing);
    const seen = this.typeOf(field);
    const found: CheckedField = field.isDeleted ? { ...seen, error: "REF" } : seen;
    this.known.set(field.id, found);
    return found;
  }

  /** The values of a field in linked records. */
  private listOf(target: CatalogField): CheckedField {
    const { type, zone, error, formula, behind } = this.seenField(target);
    const { depth = 1, nodes = 1 } = formula ?? behind ?? {};
    return {
      type: listType(type),
      behind: { depth, nodes },
      ...(zone !== undefined && { zone }),
      ...(error && { error }),
    };
  }

  private typeOf(field: CatalogField): CheckedField {
    const outcome = this.outcome(field);
    if (outcome?.error) return { type: storedType(field), error: outcome.error };
    if (field.type === "formula") {
      const formula = this.formula(field).value;
      return formula ? { type: formula.type, formula } : missing;
    }
    const { type = byStorage[fieldTypeOf(field).storage], zone = zoneOf(field) } = outcome ?? {};
    const behind = this.behindOf(field);
    return { type, ...(zone !== undefined && { zone }), ...(behind && { behind }) };
  }

  /** Depth and size of what a field reads in linked records. */
  private behindOf(field: CatalogField): CheckedField["behind"] {
    const target = isLink(field) ? this.primaryOf(linkedTable(field)) : this.targetOf(field);
    if (!target) return undefined;
    const { depth = 1, nodes = 1 } = this.listOf(target).behind ?? {};
    return { depth: depth + 1, nodes: nodes + 1 };
  }

  /** Checks the stored formula of a field. */
  formula(field: CatalogField): Result<CheckedFormula> {
    const known = this.formulas.get(field.id);
    if (known) return known;
    const checked = this.check(field, templateOf<FormulaTemplate>(field).formula);
    this.formulas.set(field.id, checked);
    return checked;
  }

  /** Checks a text as the formula of a field: with ids, or with names if `isWritten`. */
  check(field: CatalogField, text: string, isWritten = false): Result<CheckedFormula> {
    const tree = parse(text);
    if (tree.problem) return tree;
    const { timezone = "" } = templateOf<Partial<FormulaTemplate>>(field);
    const checked = check(tree.value, {
      field: (path) => this.seen(field.tableId, path),
      ...(isWritten && { names: this.names(field.tableId) }),
      ...(timezone !== "" && { timezone }),
    });
    const unnumbered = this.numberOf(field.tableId) ? undefined : callOf("AUTONUMBER", tree.value);
    return unnumbered ? { problem: { ...unnumbered, message: needsNumber } } : checked;
  }

  /** The autonumber field of a table. */
  numberOf(tableId: string): CatalogField | undefined {
    return this.byTable
      .get(tableId)
      ?.fields.find(({ type, isDeleted }) => type === "autonumber" && !isDeleted);
  }

  /** The primary field of a table, by which its records are named. */
  primaryOf(tableId: string): CatalogField | undefined {
    const table = this.byTable.get(tableId);
    return table && this.byId.get(table.primaryFieldId);
  }

  /** The link field that a computed field reads through. */
  linkOf(field: CatalogField): CatalogField | undefined {
    const link = this.byId.get(templateOf<Partial<CountTemplate>>(field).linkFieldId ?? "");
    return link && link.tableId === field.tableId && isLink(link) && !link.isDeleted ? link : undefined;
  }

  /** The field that a lookup or rollup reads in the linked records. */
  targetOf(field: CatalogField): CatalogField | undefined {
    const link = this.linkOf(field);
    const target = this.byId.get(templateOf<Partial<RollupTemplate>>(field).targetFieldId ?? "");
    const isThere = link && target && linkedTable(link) === target.tableId && !target.isDeleted;
    return isThere ? target : undefined;
  }

  /** The type of a computed field's results; undefined for other fields. */
  outcome(field: CatalogField): Outcome | undefined {
    return outcomes[field.type]?.(this, field);
  }

  /** The values that a rollup or lookup aggregates. */
  itemsOf(target: CatalogField): CheckedField {
    return this.listOf(target);
  }
}

const missing: CheckedField = { type: "blank", error: "REF" };

const needsNumber = "AUTONUMBER() needs an autonumber field in this table. Add one first.";

/** Types of values by storage. Values of other fields are lists of texts. */
const byStorage: Record<StorageKind, Type> = {
  text: "text",
  number: "number",
  boolean: "checkbox",
  date: "date",
  timestamp: "datetime",
  option: "text",
  options: "text[]",
  people: "text[]",
  files: "text[]",
  links: "text[]",
  lookup: "text[]",
  list: "text[]",
};

/** The type of a computed field by its template, for references to one that is in error. */
function storedType(field: CatalogField): Type {
  return byStorage[fieldTypeOf(field).storage];
}

/** The time zone of a field with times. */
function zoneOf(field: CatalogField): string | undefined {
  const { timezone = "" } = templateOf<{ timezone?: string }>(field);
  return fieldTypeOf(field).storage === "timestamp" && timezone !== "" ? timezone : undefined;
}

function listType(type: Type): Type {
  if (isList(type)) return type;
  return `${type === "blank" ? "text" : type}[]` as Type;
}

/** What each type of computed field gives. */
const outcomes: { [type: string]: ((catalog: Catalog, field: CatalogField) => Outcome) | undefined } = {
  formula: (catalog, field) => {
    const { value, problem } = catalog.formula(field);
    if (value) return { type: value.type, ...(value.zone !== undefined && { zone: value.zone }) };
    const ids = fieldIdsIn(templateOf<FormulaTemplate>(field).formula);
    const isBroken = ids.some((id) => catalog.isGone(id));
    return isBroken
      ? { error: "REF" }
      : { error: "TYPE", problem: { key: "formula", ...(problem as Problem) } };
  },
  rollup: (catalog, field) => {
    const target = catalog.targetOf(field);
    if (!target || isFilterBroken(catalog, field)) return { error: "REF" };
    const { type, zone, error } = catalog.itemsOf(target);
    if (error) return { error };
    const item = itemOf(type) as Scalar;
    const name = templateOf<RollupTemplate>(field).function;
    const { fits, takes, result, label }: RollupFunction = rollupFunctions[name];
    if (!fits(item satisfies ItemType)) {
      const message = `is ${name} (${label}), which takes ${takes}; ${JSON.stringify(target.name)} has ${wordsOf[item]}`;
      return { error: "TYPE", problem: { key: "function", message } };
    }
    const own: Type = result === "item" ? item : result === "list" ? `${item}[]` : result;
    return {
      type: own as Exclude<Type, "blank">,
      ...(itemOf(own) === "datetime" && zone !== undefined && { zone }),
    };
  },
  count: (catalog, field) =>
    catalog.linkOf(field) && !isFilterBroken(catalog, field) ? { type: "number" } : { error: "REF" },
  lookup: (catalog, field) => {
    const target = catalog.targetOf(field);
    if (!target) return { error: "REF" };
    const { type, zone, error } = catalog.itemsOf(target);
    return error ? { error } : { type: type as Exclude<Type, "blank">, ...(zone !== undefined && { zone }) };
  },
};

function isFilterBroken(catalog: Catalog, field: CatalogField): boolean {
  return fieldsInFilter(templateOf<CountTemplate>(field).filter).some((id) => catalog.isGone(id));
}

const wordsOf: Record<Scalar, string> = {
  number: "numbers",
  text: "texts",
  checkbox: "checkboxes",
  date: "dates",
  datetime: "dates with times",
};

/** The type of a result, as in the template of its field. */
export function resultTypeOf(type: Type): ResultType {
  if (isList(type)) return "list";
  return type === "blank" ? "text" : (type as Scalar);
}

function callOf(name: string, tree: Tree): { readonly start: number; readonly end: number } | undefined {
  const left: Tree[] = [tree];
  for (let next = left.pop(); next; next = left.pop()) {
    if (next.kind === "call" && next.name.toUpperCase() === name) return next.nameSpan;
    left.push(...childrenOf(next));
  }
  return undefined;
}

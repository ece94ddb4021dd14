/** What computed fields read, and what reads them. Pure. */

import { fieldIdsIn } from "../../formulas";
import { isDerived, isLink } from "../index";
import type { FormulaTemplate } from "../types/formula";
import type { RollupTemplate } from "../types/rollup";
import type { Catalog } from "./catalog";
import { type CatalogField, fieldsInFilter, linkedTable, templateOf } from "./catalog-field";

/** Ids of the fields that a computed field reads: of its own table, and of linked ones. */
export function readsOf(catalog: Catalog, field: CatalogField): readonly string[] {
  const known = reads.get(catalog) ?? new Map<CatalogField, readonly string[]>();
  reads.set(catalog, known);
  const found = known.get(field) ?? findReads(catalog, field);
  known.set(field, found);
  return found;
}

const reads = new WeakMap<Catalog, Map<CatalogField, readonly string[]>>();

function findReads(catalog: Catalog, field: CatalogField): readonly string[] {
  const { formula, linkFieldId, targetFieldId, filter } =
    templateOf<Partial<FormulaTemplate & RollupTemplate>>(field);
  const direct =
    formula === undefined
      ? [linkFieldId, targetFieldId, ...fieldsInFilter(filter)].filter((id) => id !== undefined)
      : fieldIdsIn(formula);
  // Linked records are read by their names, unless they are only the way to another field.
  const ways = new Set(formula === undefined ? [linkFieldId] : [...waysIn(formula)]);
  const names = direct.flatMap((id) => {
    const read = catalog.field(id);
    const primary = read && isLink(read) && !ways.has(id) ? catalog.primaryOf(linkedTable(read)) : undefined;
    return primary ? [primary.id] : [];
  });
  return [...new Set([...direct, ...names])];
}

/** Ids of all fields that a computed field derives from, directly or through others. */
export function sourcesOf(catalog: Catalog, field: CatalogField): readonly string[] {
  const found = new Set<string>();
  const left = [field];
  for (let next = left.pop(); next; next = left.pop()) {
    for (const id of readIdsOf(catalog, next)) {
      const read = found.has(id) ? undefined : catalog.field(id);
      found.add(id);
      if (read) left.push(read);
    }
  }
  return [...found].sort();
}

/** The fields of a cycle through a field, which is the first and the last; undefined if there is none. */
export function cycleOf(catalog: Catalog, field: CatalogField): CatalogField[] | undefined {
  const visited = new Set<string>();
  const walk = (at: CatalogField): CatalogField[] | undefined => {
    for (const id of readIdsOf(catalog, at)) {
      const next = catalog.field(id);
      if (next?.id === field.id) return [next];
      if (!next || visited.has(id)) continue;
      visited.add(id);
      const rest = walk(next);
      if (rest) return [next, ...rest];
    }
    return undefined;
  };
  const rest = walk(field);
  return rest && [field, ...rest];
}

/** A field, and those that read it, directly or through others. */
export function withReaders(catalog: Catalog, field: CatalogField): Iterable<CatalogField> {
  const found = new Set([field]);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    const ids = new Set([...found].map(({ id }) => id));
    for (const each of catalog.fields) {
      if (readIdsOf(catalog, each).some((id) => ids.has(id))) found.add(each);
    }
  }
  return found;
}

/** The number of links that have to be followed from a record for the value of a field. */
export function stepsOf(catalog: Catalog, field: CatalogField, within = new Set<string>()): number {
  if (within.has(field.id) || !isDerived(field)) return 0;
  const inner = new Set([...within, field.id]);
  return Math.max(
    0,
    ...readsOf(catalog, field).map((id) => {
      const read = catalog.field(id);
      if (!read) return 0;
      const own = stepsOf(catalog, read, inner);
      // A field of a linked table; of the same one, if a link field of this table leads back to it.
      const isBeyond =
        read.tableId !== field.tableId || id === templateOf<Partial<RollupTemplate>>(field).targetFieldId;
      return isBeyond ? 1 + own : own;
    }),
  );
}

function readIdsOf(catalog: Catalog, field: CatalogField): readonly string[] {
  return isDerived(field) ? readsOf(catalog, field) : [];
}

/** Link fields in a stored formula that lead to another field. */
function* waysIn(formula: string): Iterable<string> {
  for (const [, linkId] of formula.matchAll(/\{(f[1-9A-HJ-NP-Za-km-z]{10})\.f/g)) if (linkId) yield linkId;
}

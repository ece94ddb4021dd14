import {
  type CheckedFormula,
  type CompileScope,
  pathKey,
  type RecordSql,
  type Type,
  type ValueSql,
} from "../../formulas";
import { Sql as FormulaSql } from "../../formulas/sql";
import { Prisma, type Sql } from "../db";
import type { Side } from "../records/link-side";
import { partitionOf } from "../structure/partitions";

/**
 * SQL of the value of a computed field. It reads the record of the statement, which is named "Record", and columns of
 * `passes`, which the statement joins by `joinsOf`.
 */
export interface Expression {
  readonly type: Exclude<Type, "blank">;
  /** `numeric`, `text`, `boolean`, `date`, `timestamptz` or an array of those. NULL for blank and for errors. */
  readonly value: Sql;
  /** The code of an error or NULL; omitted if there can be none. */
  readonly error?: Sql;
  /** The formula, which can be computed together with others of the record. */
  readonly formula?: OwnFormula;
  readonly passes: Passes;
}

/** A formula of the record of the statement. */
export interface OwnFormula {
  readonly checked: CheckedFormula;
  /** The fields that it reads, by `pathKey`. */
  readonly reads: ReadonlyMap<string, ValueSql>;
  readonly record: RecordSql;
  /** The ids of other formulas in it. */
  readonly uses: ReadonlySet<string>;
}

/** The scope of a formula, or of several of one table. `known` has the values of formulas that are computed already. */
export function scopeOf(
  { reads, record }: Pick<OwnFormula, "reads" | "record">,
  known?: ReadonlyMap<string, ValueSql>,
): CompileScope {
  return {
    field: (path) => reads.get(pathKey(path)) as ValueSql,
    formula: (fieldId) => known?.get(fieldId),
    record,
  };
}

/** Passes by their names in the statement. */
export type Passes = ReadonlyMap<string, Pass>;

/** Aggregates over the records behind a link field, in one pass for all computed fields that need some. */
export interface Pass {
  readonly side: Side;
  /** The table of the linked records. */
  readonly tableId: string;
  /** A list in each linked record, whose items are aggregated instead. */
  readonly items?: Sql;
  /** Aggregates by their names. They read the linked record, which is named "Record" here, too. */
  readonly columns: ReadonlyMap<string, Sql>;
  /** Passes that the aggregates read. */
  readonly passes: Passes;
}

/** The position of a linked record in the list, and of an item in the list of the record. */
export const listOrder = [Prisma.sql`"link"."order"`];
export const itemOrder = [...listOrder, Prisma.sql`"item"."number"`];
export const itemValue = Prisma.sql`"item"."value"`;

export const noPasses: Passes = new Map();

/** Unites passes of several expressions, so that one join gives the columns of all. */
export function unitePasses(all: Iterable<Passes>): Passes {
  const united = new Map<string, Pass>();
  for (const passes of all) {
    for (const [name, pass] of passes) {
      const known = united.get(name);
      united.set(name, known ? unite(known, pass) : pass);
    }
  }
  return united;
}

function unite(a: Pass, b: Pass): Pass {
  if (a === b) return a;
  return { ...a, columns: new Map([...a.columns, ...b.columns]), passes: unitePasses([a.passes, b.passes]) };
}

/** A column of a pass in a statement that joins it. */
export function columnOf(passName: string, column: string): Sql {
  return Prisma.raw(`"${passName}"."${column}"`);
}

/**
 * Joins for passes. `each` aggregates for each record of the statement, by index, which is right for a page; `all`
 * aggregates once for all records of the table, by hashing, which is right for statements that read all of them.
 */
export function joinsOf(passes: Passes, mode: "each" | "all"): Sql {
  const joins = [...passes].map(([name, pass]) => joinOf[mode](Prisma.raw(`"${name}"`), pass));
  return joins.length === 0 ? Prisma.empty : Prisma.join(joins, " ");
}

const joinOf = {
  /**
   * Looks records up one by one: as one join with the outer query, the planner would rely on statistics that do not
   * include a newly filled field, and could pair all links with all records.
   */
  each: (name: Sql, { side, tableId, items, columns, passes }: Pass): Sql => Prisma.sql`
    LEFT JOIN LATERAL (
      SELECT ${columnsSql(columns)} FROM (${linkedIds(side)}) AS "link"
      CROSS JOIN LATERAL (
        SELECT * FROM ${partitionOf(tableId)} WHERE "tableId" = ${tableId} AND "id" = "link"."linkedId" ${apart}
      ) AS "Record" ${joinsOf(passes, "each")} ${itemsSql(items)}
    ) AS ${name} ON true`,
  all: (name: Sql, { side, tableId, items, columns, passes }: Pass): Sql => Prisma.sql`
    LEFT JOIN (
      SELECT "link"."own", ${columnsSql(columns)} FROM (
        SELECT ${side.own} AS "own", ${side.other} AS "linkedId", ${side.ownOrder} AS "order" FROM "Link"
        WHERE "fieldId" = ${side.fieldId}
      ) AS "link"
      JOIN ${partitionOf(tableId)} AS "Record" ON "Record"."tableId" = ${tableId} AND "Record"."id" = "link"."linkedId"
      ${joinsOf(passes, "all")} ${itemsSql(items)} GROUP BY "link"."own"
    ) AS ${name} ON ${name}."own" = "Record"."id"`,
};

/** The links of the record in the statement around it, as "linkedId" in its "order". */
export function linkedIds({ fieldId, own, ownOrder, other }: Side): Sql {
  return Prisma.sql`
    SELECT "Link".${other} AS "linkedId", "Link".${ownOrder} AS "order" FROM "Link"
    WHERE "Link"."fieldId" = ${fieldId} AND "Link".${own} = "Record"."id" ${apart}`;
}

/** Prevents PostgreSQL from flattening a subquery into the query around it. */
export const apart = Prisma.sql`OFFSET 0`;

function columnsSql(columns: Pass["columns"]): Sql {
  return Prisma.join(
    [...columns].map(([name, column]) => Prisma.sql`${column} AS ${Prisma.raw(`"${name}"`)}`),
  );
}

function itemsSql(items: Sql | undefined): Sql {
  if (!items) return Prisma.empty;
  return Prisma.sql`LEFT JOIN LATERAL unnest(${items}) WITH ORDINALITY AS "item" ("value", "number") ON true`;
}

/** SQL of a compiled formula as part of a statement of ours. */
export function fromFormula({ strings, values }: FormulaSql): Sql {
  return new Prisma.Sql(strings, values as unknown[]);
}

/** SQL of ours as part of a formula. */
export function toFormula({ strings, values }: Sql): FormulaSql {
  return new FormulaSql(strings, values);
}

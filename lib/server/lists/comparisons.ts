/** Comparisons of numbers and dates: of the value in a cell, or of each value in a lookup or computed list. */
import type * as z from "zod";
import type { ItemKind, Operator } from "../../contract/filters";
import type { Clock } from "../../field-types/relative-days";
import type { Span } from "../../field-types/span";
import { Prisma, type Sql } from "../db";
import { date, days, daysOfMoments, number, span } from "./operands";
import type { Subject } from "./subject";

/** A value in SQL, and the SQL type of what it is compared with. */
export interface Compared {
  readonly value: Sql;
  readonly type: Sql;
}

export interface Comparison<Operand = unknown> {
  readonly operand: (subject: Pick<Subject, "template">, clock: Clock | null) => z.ZodType<Operand>;
  readonly toSql: (compared: Compared, operand: Operand) => Sql;
}

export type Comparisons = { readonly [Name in Operator]?: Comparison };

/** The comparisons of each kind; missing ones negate another (`opposites`). */
export const comparisons: { readonly [Kind in ItemKind]: Comparisons } = {
  number: ofValues(number),
  date: { ...ofValues(date), is_within: comparison(days, within) },
  timestamp: {
    equals: comparison(span, within),
    greater_than: comparison(span, ({ value, type }, { until }) => Prisma.sql`${value} >= ${until}::${type}`),
    greater_than_or_equal_to: comparison(
      span,
      ({ value, type }, { from }) => Prisma.sql`${value} >= ${from}::${type}`,
    ),
    less_than: comparison(span, ({ value, type }, { from }) => Prisma.sql`${value} < ${from}::${type}`),
    less_than_or_equal_to: comparison(
      span,
      ({ value, type }, { until }) => Prisma.sql`${value} < ${until}::${type}`,
    ),
    is_within: comparison(daysOfMoments, within),
  },
};

function ofValues<Operand>(operand: Comparison<Operand>["operand"]): Comparisons {
  const compared = (operator: Sql) =>
    comparison(operand, ({ value, type }, wanted) => Prisma.sql`${value} ${operator} ${wanted}::${type}`);
  return {
    equals: compared(Prisma.sql`=`),
    greater_than: compared(Prisma.sql`>`),
    greater_than_or_equal_to: compared(Prisma.sql`>=`),
    less_than: compared(Prisma.sql`<`),
    less_than_or_equal_to: compared(Prisma.sql`<=`),
  };
}

function within({ value, type }: Compared, { from, until }: Span): Sql {
  return Prisma.sql`(${value} >= ${from}::${type} AND ${value} < ${until}::${type})`;
}

/** Checks the types of a comparison's parts against each other. */
function comparison<Operand>(
  operand: Comparison<Operand>["operand"],
  toSql: Comparison<Operand>["toSql"],
): Comparison {
  return { operand, toSql } as unknown as Comparison;
}

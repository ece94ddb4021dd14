import { join, raw, type Sql, sql } from "./sql";

/** SQL of a node. The value is NULL in error; the error is SQL of type text, omitted if there can be none. */
export interface Compiled {
  readonly value: Sql;
  readonly error?: Sql;
  /** True if the value may be NULL without an error. */
  readonly isBlankable: boolean;
  /** The highest level of steps in the SQL; 0 if it has none. */
  readonly level: number;
  /** Bounds of a number. */
  readonly number?: NumberFacts;
  /** True for a text that may be above the limit, because it was put together. */
  readonly isLong?: boolean;
}

/** Bounds of a number, from which the compiler sees whether it must be rounded and limited. */
export interface NumberFacts {
  /** The number is below 10 to this power. */
  readonly digits: number;
  readonly isWhole: boolean;
  /** True if the number is already a result: it has at most 15 digits, or comes from a field as it is. */
  readonly isRounded: boolean;
}

/**
 * Named parts of one expression, each evaluated once a row. Parts of one level depend only on lower levels, so a level
 * is one sub-select around those below it. OFFSET 0 keeps PostgreSQL from copying parts to where they are used.
 */
export class Steps {
  private readonly levels: Column[][] = [];
  private count = 0;

  /** With `namesCells`, names cells of the record, too: reading one from JSON again takes longer than a column. */
  constructor(private readonly options: { readonly namesCells?: boolean } = {}) {}

  /** Names the value and the error, unless they are short enough to be repeated. */
  bind(part: Compiled): Compiled {
    if ([part.value, part.error].every((each) => each === undefined || this.isCheap(each))) return part;
    this.count += 1;
    const level = part.level + 1;
    const columns = [{ name: `v${this.count}`, sql: part.value }];
    if (part.error) columns.push({ name: `e${this.count}`, sql: part.error });
    this.levels[level - 1] = [...(this.levels[level - 1] ?? []), ...columns];
    const [value, error] = columns.map(({ name }) => raw(`"steps"."${name}"`));
    return { ...part, value: value as Sql, ...(error && { error }), level };
  }

  /** True for SQL that can be evaluated again, such as a column and a cast. */
  private isCheap({ strings }: Sql): boolean {
    const length = strings.reduce((sum, part) => sum + part.length + 2, 0);
    if (length > maxRepeated) return false;
    const costly = this.options.namesCells ? /SELECT|"data"| ([-+*/^%]|\|\|) / : /SELECT| ([-+*/^%]|\|\|) /;
    return !strings.some((part) => costly.test(part));
  }

  /** A FROM clause with the steps that parts need, for the columns of SELECT. Levels pass on what those above need. */
  from(...parts: readonly Sql[]): Sql {
    const needed = new Set(parts.flatMap(columnsIn));
    const sources: Sql[] = [];
    for (const columns of this.levels.toReversed()) {
      const own = columns.filter(({ name }) => needed.delete(name));
      const passed = [...needed].map((name) => raw(`"steps"."${name}"`));
      const made = own.map(({ name, sql: part }) => sql`${part} AS ${raw(`"${name}"`)}`);
      if (own.length > 0) sources.push(sql`${join([...passed, ...made], ", ")}`);
      for (const { sql: part } of own) for (const name of columnsIn(part)) needed.add(name);
    }
    return sources.reduceRight(
      (below, columns) => sql` FROM (SELECT ${columns}${below} OFFSET 0) AS "steps"`,
      sql``,
    );
  }
}

interface Column {
  readonly name: string;
  readonly sql: Sql;
}

/** Names of steps in the text of SQL. Values of people are parameters, so they cannot name any. */
function columnsIn({ strings }: Sql): string[] {
  return strings.flatMap((part) => [...part.matchAll(/"steps"\."([ve]\d+)"/g)].map(([, name = ""]) => name));
}

const maxRepeated = 60;

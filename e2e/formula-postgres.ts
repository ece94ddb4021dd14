import pg from "pg";
import {
  type CheckedField,
  type CheckedFormula,
  type CompileScope,
  check,
  compile,
  compileTogether,
  type ExampleValue,
  itemOf,
  parse,
  type Result,
  type Sql,
  sampleFields,
  sampleRecord,
  toIds,
} from "../lib/formulas";
import { join, raw, sql } from "../lib/formulas/sql";
import { migrate } from "../lib/server/postgres/migrate";
import { type OwnPostgres, startOwnPostgres } from "./own-postgres";

/** A field of a test's record: the sample record by default. */
export interface TestField extends CheckedField {
  readonly id: string;
  readonly name: string;
  readonly value?: Sql;
  readonly valueError?: Sql;
}

export interface Evaluation {
  readonly timezone?: string;
  readonly fields?: readonly TestField[];
  /** Milliseconds for each statement. */
  readonly timeLimit?: number;
}

/** Checks a formula with names in its references, as written and as stored. */
export function readFormula(
  text: string,
  { fields = sampleFields, timezone }: Evaluation = {},
): Result<CheckedFormula> {
  const names = { fields };
  const field = ({ fieldId }: { fieldId: string }) => fields.find(({ id }) => id === fieldId);
  const scope = { field, ...(timezone !== undefined && { timezone }) };
  const tree = parse(text);
  const written = tree.value ? check(tree.value, { ...scope, names }) : tree;
  if (written.problem) return { problem: written.problem };
  const stored = parse(toIds(text, names).value ?? "");
  return stored.value ? check(stored.value, scope) : stored;
}

/** Fields are columns of "record", because PostgreSQL treats constants differently. */
export function scopeOf(fields: readonly TestField[] = sampleFields): CompileScope {
  return {
    field: ({ fieldId }) => {
      const error = fields.find(({ id }) => id === fieldId)?.valueError;
      return { value: raw(`"record"."${fieldId}"`), ...(error && { error }) };
    },
    record: sampleRecord,
  };
}

function recordOf(fields: readonly TestField[] = sampleFields): Sql {
  const columns = fields.flatMap(({ id, value }) => (value ? [sql`${value} AS ${raw(`"${id}"`)}`] : []));
  return sql`(SELECT ${join([sql`1 AS "one"`, ...columns], ", ")} OFFSET 0) AS "record"`;
}

/** Evaluates formulas in a PostgreSQL of its own, with the functions that they use. */
export class FormulaPostgres {
  private constructor(
    private readonly postgres: OwnPostgres,
    private readonly client: pg.Client,
  ) {}

  static async start(): Promise<FormulaPostgres> {
    const postgres = await startOwnPostgres();
    const client = new pg.Client(postgres.url);
    await client.connect();
    await migrate(client, "prisma/migrations");
    return new FormulaPostgres(postgres, client);
  }

  async stop(): Promise<void> {
    await this.client.end();
    await this.postgres.stop();
  }

  /** The value of a formula in the form of responses. Throws its mistake with the position. */
  async evaluate(text: string, evaluation: Evaluation = {}): Promise<ExampleValue> {
    const { value: formula, problem } = readFormula(text, evaluation);
    if (problem) throw new Error(`${problem.start}-${problem.end}: ${problem.message}`);
    await this.client.query(`SET statement_timeout = ${evaluation.timeLimit ?? 0}`);
    return this.run(formula, evaluation.fields);
  }

  /** Evaluates by the two columns and by the row, which must agree. */
  async run(formula: CheckedFormula, fields?: readonly TestField[]): Promise<ExampleValue> {
    const compiled = compile(formula, scopeOf(fields));
    const error = compiled.error ?? sql`NULL::text`;
    const { value, error: code } = await this.only(
      sql`SELECT ${asJson(compiled.value, formula)} AS "value", ${error} AS "error" FROM ${recordOf(fields)}`,
    );
    const row = await this.runRow(formula, fields);
    if (JSON.stringify(row) !== JSON.stringify({ value, error: code })) {
      throw new Error(
        `the row is ${JSON.stringify(row)}, the columns are ${JSON.stringify({ value, error: code })}`,
      );
    }
    if (code !== null && value !== null) throw new Error(`the error ${code} has a value`);
    return code === null ? value : { error: code };
  }

  /** The value and the error by the row. */
  async runRow(formula: CheckedFormula, fields?: readonly TestField[]) {
    const { row, columns } = compileTogether(new Map([["f", formula]]), scopeOf(fields));
    const { value, error = "NULL::text" } = columns.get("f") ?? { value: "NULL" };
    return this.only(
      sql`SELECT ${asJson(raw(value), formula)} AS "value", ${raw(error)} AS "error"
        FROM ${recordOf(fields)} CROSS JOIN LATERAL (${row}) AS "row"`,
    );
  }

  private async only({ text, values }: Sql) {
    // Nothing else in the tests depends on the session's zone, which no formula may use.
    const { rows } = await this.client.query(text, values);
    return rows[0];
  }
}

/** The value as JSON, with times in the form of responses. */
function asJson(value: Sql, { type }: CheckedFormula): Sql {
  if (itemOf(type) !== "datetime") return sql`to_jsonb(${value})`;
  const iso = sql`to_char("item" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const items = type === "datetime" ? sql`ARRAY[${value}]` : value;
  const texts = sql`(SELECT jsonb_agg(${iso}) FROM unnest(${items}) AS "items" ("item"))`;
  return type === "datetime" ? sql`nullif(${texts} -> 0, 'null')` : texts;
}

import type { Sql } from "./sql";

/** SQL of a value: NULL for blank and for errors; the error is a code as text, or NULL. */
export interface ValueSql {
  readonly value: Sql;
  /** Omitted if there can be no error. */
  readonly error?: Sql;
}

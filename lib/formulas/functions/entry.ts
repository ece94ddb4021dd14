import type { Sql } from "../sql";
import type { NumberFacts } from "../steps";
import type { ErrorCode, Type } from "../types";

/** Groups of the reference, in its order. */
export const groups = ["logic", "numbers", "counting", "text", "dates", "lists", "record"] as const;
export type Group = (typeof groups)[number] | "operators";

/**
 * One function of the language: its help, its types, its SQL and its tests.
 *
 * **Arguments** arrive in `sql` converted to the type of their parameter. One of type number, text or checkbox is NULL
 * only if it is in error, because blank has become 0, "" or FALSE (unless its parameter says `keepsBlank`). One of
 * another type is NULL if it is blank. Numbers are rounded to 15 digits, unless the entry says `takesRaw`.
 *
 * **Results** are SQL that never raises, whatever the values of the arguments. The error is SQL of type text, NULL or
 * one of the codes; the value must then be NULL. Errors of arguments are passed on by the compiler, except for entries
 * with `catches`. An argument may be used any number of times: the compiler evaluates it only once.
 *
 * **Guards**: PostgreSQL evaluates constant parts when it plans, in branches of CASE that are not taken, too. So what
 * could raise is guarded by conditions on its own operands, or its operands are clamped: `CASE WHEN date > x THEN
 * repeat(text, count)` raises for a constant count, `repeat(text, clamp(count, 0, 9))` does not.
 */
export interface FunctionEntry {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly group: Group;
  readonly params: readonly Param[];
  /** Finds the parameters for a number of arguments, where `params` does not say enough. */
  readonly paramsFor?: (count: number) => readonly Param[] | undefined;
  /** Type of the result; `result` is the common type of the arguments with that type. */
  readonly result: Type | "result" | ((args: readonly CheckedArg[]) => Type);
  /** Time zone of a result with a time; by default the one of the first argument that has one. */
  readonly zone?: (args: readonly CheckedArg[]) => string | undefined;
  /** Refuses arguments that are wrong whatever the record: an unknown unit, a pattern with a mistake. */
  readonly refuses?: (
    args: readonly CheckedArg[],
  ) => { readonly message: string; readonly index: number } | undefined;
  readonly sql: (call: Call) => Own;
  /**
   * Promises that the value is NULL if and only if an argument is NULL or the own error is set, as with most of
   * PostgreSQL's functions. Others are wrapped so that errors of arguments pass.
   */
  readonly isStrict?: true;
  /** Promises that the value is NULL only in error, for entries that are not strict. */
  readonly isNeverBlank?: true;
  /** Numbers arrive as computed, before rounding, with up to 10,000 digits, and texts without a limit. */
  readonly takesRaw?: true;
  /** Promises that the number is whole and has at most so many digits, so that it needs no rounding. */
  readonly wholeDigits?: number;
  /** Promises that the number needs no rounding, because it is one of the arguments. */
  readonly isRounded?: true;
  /** Bounds of a number, from those of the arguments, where the promises above do not say enough. */
  readonly facts?: (args: readonly NumberFacts[]) => NumberFacts;
  /** Marks texts that may be longer than the limit, which the compiler then checks. */
  readonly isLong?: true;
  /** SQL that is true if the entry refuses, by NUM, to put the text together because it would be too long. */
  readonly refusesLong?: (call: Call) => Sql;
  /** Marks values that differ between records or times, whatever the arguments. */
  readonly varies?: true;
  /** The entry handles the errors of its arguments itself, by `Arg.error`. */
  readonly catches?: true;
  /** Purpose, in one plain sentence. */
  readonly sentence: string;
  /** Formulas and their values, shown in the reference and run as tests on the record of `sample.ts`. */
  readonly examples: readonly Example[];
}

/** A formula, and its value as in responses. */
export type Example = readonly [formula: string, value: ExampleValue];
export type ExampleValue =
  | null
  | number
  | string
  | boolean
  | readonly (null | number | string | boolean)[]
  | { readonly error: ErrorCode };

export interface Param {
  /** Name in the help. */
  readonly name: string;
  /**
   * `moment`: a date, or a date with a time, as it is. `any`: any single value as it is. `result`: converted to the
   * common type of all arguments that say so. `compared`: likewise, but only types that compare. `items`: lists and
   * single values, whose items are converted to their common type.
   */
  readonly type:
    | "number"
    | "text"
    | "checkbox"
    | "date"
    | "datetime"
    | "moment"
    | "any"
    | "result"
    | "compared"
    | "items";
  /** Takes a list of the type, or a single value. */
  readonly list?: true;
  readonly optional?: true;
  /** The parameters with this at the end repeat together, at least once. */
  readonly repeated?: true;
  /** Blank arrives as NULL, instead of 0, "" or FALSE. */
  readonly keepsBlank?: true;
  /** Takes only a literal, whose value is `Arg.constant`. */
  readonly isConstant?: true;
}

/** An argument before its conversion. */
export interface CheckedArg {
  readonly type: Type;
  /** Time zone of a date with a time, if one is known. */
  readonly zone?: string;
  /** The value of a literal. */
  readonly constant?: string | boolean;
}

/** The own value and error, apart from errors of arguments. `isStrict` replaces that of the entry. */
export type Own = Sql | { readonly value: Sql; readonly error?: Sql; readonly isStrict?: boolean };

export interface Call {
  readonly args: readonly Arg[];
  /** Type of the result. */
  readonly type: Type;
  /** IANA name of the time zone in which the function works. */
  readonly zone: string;
  /** Values of the record, for the functions about it. */
  readonly record: RecordSql;
}

export interface Arg {
  /** The converted value. */
  readonly sql: Sql;
  /** The error, SQL of type text; undefined if there can be none. For entries with `catches`. */
  readonly error?: Sql;
  /** Type after conversion. */
  readonly type: Type;
  /** The value of a literal: a text, a number's digits, or a boolean. */
  readonly constant?: string | boolean;
  /** True if the value may be blank, before blank became 0, "" or FALSE. */
  readonly isBlankable: boolean;
}

/** Values that every record has. */
export interface RecordSql {
  /** Type text. */
  readonly id: Sql;
  /** Type timestamptz. */
  readonly createdTime: Sql;
  /** Type timestamptz. */
  readonly lastModifiedTime: Sql;
  /** Type numeric. */
  readonly autonumber: Sql;
}

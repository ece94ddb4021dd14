import { join, raw, type Sql, sql } from "../sql";
import { isList } from "../types";
import type { Arg, Call, FunctionEntry, Own, Param } from "./entry";

const condition: Param = { name: "condition", type: "checkbox" };
const result: Param = { name: "value", type: "result" };
const conditions: readonly Param[] = [{ ...condition, repeated: true, list: true }];

export const logic: readonly FunctionEntry[] = [
  {
    name: "IF",
    group: "logic",
    params: [condition, { name: "then", type: "result" }, { name: "else", type: "result", optional: true }],
    result: "result",
    catches: true,
    sql: ({ args: [test, then, otherwise] }) => branches([[test as Arg, then as Arg]], otherwise),
    sentence: "Gives one value if a condition is true, and another one (or blank) if it is not.",
    examples: [
      [`IF({Quantity} > 3, "many", "few")`, "many"],
      [`IF({Done}, 1, 0)`, 1],
      [`IF({Notes}, "noted")`, null],
      [`IF({Quantity} = 0, 0, {Price} / {Quantity})`, 3.125],
      [`IF(TRUE, 1, 1 / 0)`, 1],
      [`IF(1 / 0 > 1, 1, 2)`, { error: "DIV0" }],
      [`IF({Done}, 1, "none")`, "1"],
    ],
  },
  {
    name: "IFS",
    group: "logic",
    params: [
      { ...condition, repeated: true },
      { ...result, repeated: true },
    ],
    result: "result",
    catches: true,
    sql: ({ args }) => branches(pairsOf(args), undefined, sql`'NA'`),
    sentence: "Gives the value after the first condition that is true, and #N/A if none is.",
    examples: [
      [`IFS({Quantity} > 10, "many", {Quantity} > 3, "some", TRUE, "few")`, "some"],
      [`IFS(FALSE, 1)`, { error: "NA" }],
    ],
  },
  {
    name: "SWITCH",
    group: "logic",
    params: [
      { name: "expression", type: "compared" },
      { name: "pattern", type: "compared", repeated: true },
      { ...result, repeated: true },
    ],
    paramsFor: switchParams,
    result: "result",
    catches: true,
    sql: switchSql,
    sentence: "Gives the value after the pattern that equals the expression, or the last value if none does.",
    examples: [
      [`SWITCH({Quantity}, 1, "one", 4, "four")`, "four"],
      [`SWITCH({Name}, "Bob", 1, 2)`, 2],
      [`SWITCH({Name}, "Bob", 1)`, null],
      [`SWITCH({Discount}, BLANK(), "none", "some")`, "none"],
      [`SWITCH(1 / 0, 1, 2, 3)`, { error: "DIV0" }],
    ],
  },
  {
    name: "AND",
    group: "logic",
    params: conditions,
    result: "checkbox",
    isNeverBlank: true,
    sql: ({ args }) => combined(args, "AND", "bool_and", true),
    sentence: "True if all its values are true.",
    examples: [
      [`AND({Done}, {Quantity} > 3)`, true],
      [`AND(TRUE, FALSE)`, false],
      [`AND({Name}, {Notes})`, false],
    ],
  },
  {
    name: "OR",
    group: "logic",
    params: conditions,
    result: "checkbox",
    isNeverBlank: true,
    sql: ({ args }) => combined(args, "OR", "bool_or", false),
    sentence: "True if any of its values is true.",
    examples: [
      [`OR({Notes}, {Quantity} > 3)`, true],
      [`OR(FALSE, BLANK())`, false],
    ],
  },
  {
    name: "XOR",
    group: "logic",
    params: conditions,
    result: "checkbox",
    isNeverBlank: true,
    sql: ({ args }) => {
      const counts = args.map(({ sql: value, type }) =>
        isList(type)
          ? sql`(SELECT count(*) FROM unnest(${value}) AS "items" ("item") WHERE "item")`
          : sql`(${value})::integer`,
      );
      return sql`(((${join(counts, " + ")}) % 2) = 1)`;
    },
    sentence: "True if an odd number of its values is true.",
    examples: [
      [`XOR(TRUE, FALSE)`, true],
      [`XOR(TRUE, TRUE)`, false],
      [`XOR(TRUE, TRUE, {Done})`, true],
    ],
  },
  {
    name: "NOT",
    group: "logic",
    params: [condition],
    result: "checkbox",
    isStrict: true,
    sql: ({ args: [value] }) => sql`(NOT ${value?.sql})`,
    sentence: "Turns true into false and false into true.",
    examples: [
      [`NOT({Done})`, false],
      [`NOT({Notes})`, true],
    ],
  },
  {
    name: "TRUE",
    group: "logic",
    params: [],
    result: "checkbox",
    isNeverBlank: true,
    sql: () => sql`true`,
    sentence: "The value TRUE.",
    examples: [[`TRUE()`, true]],
  },
  {
    name: "FALSE",
    group: "logic",
    params: [],
    result: "checkbox",
    isNeverBlank: true,
    sql: () => sql`false`,
    sentence: "The value FALSE.",
    examples: [[`FALSE()`, false]],
  },
  {
    name: "BLANK",
    group: "logic",
    params: [],
    result: "blank",
    sql: () => sql`NULL::text`,
    sentence: "No value, as in an empty cell.",
    examples: [
      [`BLANK()`, null],
      [`{Discount} = BLANK()`, true],
      [`BLANK() + 1`, 1],
    ],
  },
  {
    name: "ISBLANK",
    group: "logic",
    params: [{ name: "value", type: "any", list: true }],
    result: "checkbox",
    isNeverBlank: true,
    sql: ({ args: [value] }) => isBlank(value as Arg),
    sentence: "True if a value is blank, an empty text, or a list without filled values.",
    examples: [
      [`ISBLANK({Discount})`, true],
      [`ISBLANK("")`, true],
      [`ISBLANK(0)`, false],
      [`ISBLANK({Tags})`, false],
      [`ISBLANK(1 / 0)`, { error: "DIV0" }],
    ],
  },
  {
    name: "IFERROR",
    group: "logic",
    params: [result, { name: "fallback", type: "result", optional: true }],
    result: "result",
    catches: true,
    sql: ({ args: [value, fallback] }) => {
      if (!value?.error) return sql`${value?.sql}`;
      if (!fallback) return sql`${value.sql}`;
      return {
        value: sql`CASE WHEN ${value.error} IS NULL THEN ${value.sql} ELSE ${fallback.sql} END`,
        ...(fallback.error && {
          error: sql`CASE WHEN ${value.error} IS NOT NULL THEN ${fallback.error} END`,
        }),
      };
    },
    sentence: "Gives a value, or a fallback (or blank) if it is an error.",
    examples: [
      [`IFERROR({Price} / 0, 0)`, 0],
      [`IFERROR({Price} / {Quantity}, 0)`, 3.125],
      [`IFERROR(VALUE("abc"), "none")`, "none"],
      [`IFERROR(1 / 0)`, null],
      [`IFERROR(1 / 0, ERROR())`, { error: "TYPE" }],
    ],
  },
  {
    name: "ISERROR",
    aliases: ["IS_ERROR"],
    group: "logic",
    params: [{ name: "value", type: "any", list: true }],
    result: "checkbox",
    catches: true,
    isNeverBlank: true,
    sql: ({ args: [value] }) => (value?.error ? sql`(${value.error} IS NOT NULL)` : sql`false`),
    sentence: "True if a value is an error.",
    examples: [
      [`ISERROR(1 / 0)`, true],
      [`ISERROR({Price})`, false],
    ],
  },
  {
    name: "ERROR",
    group: "logic",
    params: [],
    result: "blank",
    sql: () => ({ value: sql`NULL::text`, error: sql`'TYPE'::text` }),
    sentence: "An error, for values that must not occur.",
    examples: [
      [`ERROR()`, { error: "TYPE" }],
      [`IF({Quantity} < 0, ERROR(), {Quantity})`, 4],
    ],
  },
];

/** SQL for "blank, or an empty text". */
export function isBlank({ sql: value, type }: Arg): Sql {
  if (isList(type))
    return sql`NOT EXISTS (SELECT FROM unnest(${value}) AS "items" ("item") WHERE ${filled(type)})`;
  return type === "text" ? sql`(coalesce(${value}, '') = '')` : sql`(${value} IS NULL)`;
}

/** Condition on the "item" of a list that it is not blank. */
export function filled(type: string): Sql {
  return raw(type === "text[]" ? `"item" <> ''` : `"item" IS NOT NULL`);
}

/** The value of the first condition that is true, with errors of conditions before it and of the value itself. */
function branches(pairs: readonly (readonly [Arg, Arg])[], otherwise: Arg | undefined, none?: Sql): Own {
  const values = pairs.flatMap(([test, value]) => [
    ...(test.error ? [sql`WHEN ${test.error} IS NOT NULL THEN NULL`] : []),
    sql`WHEN ${test.sql} THEN ${value.sql}`,
  ]);
  const value = sql`CASE ${join(values, " ")}${otherwise ? sql` ELSE ${otherwise.sql}` : sql``} END`;
  const last = otherwise ? otherwise.error : none;
  const isSafe = !last && pairs.every(([test, { error }]) => !test.error && !error);
  if (isSafe) return value;
  const errors = pairs.flatMap(([test, { error }]) => [
    ...(test.error ? [sql`WHEN ${test.error} IS NOT NULL THEN ${test.error}`] : []),
    sql`WHEN ${test.sql} THEN ${error ?? sql`NULL`}`,
  ]);
  return { value, error: sql`CASE ${join(errors, " ")}${last ? sql` ELSE ${last}` : sql``} END` };
}

function pairsOf(args: readonly Arg[]): (readonly [Arg, Arg])[] {
  return args.flatMap((arg, index) => (index % 2 === 0 ? [[arg, args[index + 1] as Arg] as const] : []));
}

function switchParams(count: number): readonly Param[] | undefined {
  if (count < 3) return undefined;
  return Array.from({ length: count }, (_, index): Param => {
    if (index === 0) return { name: "expression", type: "compared" };
    const isDefault = index === count - 1 && count % 2 === 0;
    return index % 2 === 0 || isDefault ? result : { name: "pattern", type: "compared" };
  });
}

function switchSql({ args }: Call): Own {
  const [expression, ...rest] = args as [Arg, ...Arg[]];
  const otherwise = rest.length % 2 === 1 ? rest.at(-1) : undefined;
  const isText = expression.type === "text" || expression.type === "blank";
  const plain = ({ sql: value }: Arg) => (isText ? sql`coalesce(${value}, '')` : value);
  const pairs = pairsOf(otherwise ? rest.slice(0, -1) : rest).map(([pattern, value]) => {
    const errors = [expression.error, pattern.error].filter((error) => error !== undefined);
    const test: Arg = {
      ...pattern,
      sql: sql`${plain(expression)} IS NOT DISTINCT FROM ${plain(pattern)}`,
      ...(errors.length > 0 && { error: sql`coalesce(${join(errors, ", ")})` }),
    };
    return [test, value] as const;
  });
  return branches(pairs, otherwise);
}

/** Combines conditions and lists of conditions by AND or OR. */
function combined(args: readonly Arg[], operator: "AND" | "OR", aggregate: string, ofNothing: boolean): Sql {
  const parts = args.map(({ sql: value, type }) =>
    isList(type)
      ? sql`coalesce((SELECT ${raw(aggregate)}(coalesce("item", false)) FROM unnest(${value}) AS "items" ("item")), ${raw(String(ofNothing))})`
      : value,
  );
  return sql`(${join(parts, ` ${operator} `)})`;
}
